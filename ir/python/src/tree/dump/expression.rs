//! Expressions and what belongs to them.

use super::Dump;
use crate::tree::{
    Arg, Arguments, BoolOperator, CmpOperator, Comprehension, Constant, Conversion, Expr,
    ExprContext, ExprKind, Keyword, Operator, TypeParam, TypeParamKind, UnaryOperator,
};

impl Dump<'_> {
    pub(super) fn boxed(&mut self, key: &str, expr: &Expr) {
        self.field(key);
        self.expr(expr);
    }

    pub(super) fn optional_expr(&mut self, key: &str, expr: Option<&Expr>) {
        self.optional(key, expr, Self::expr);
    }

    pub(super) fn exprs(&mut self, key: &str, exprs: &[Expr]) {
        self.list(key, exprs, Self::expr);
    }

    fn optional_exprs(&mut self, key: &str, exprs: &[Option<Expr>]) {
        self.list(key, exprs, |dump, expr| match expr {
            Some(expr) => dump.expr(expr),
            None => dump.out.push_str("null"),
        });
    }

    fn ctx(&mut self, ctx: ExprContext) {
        self.field("ctx");
        self.bare(match ctx {
            ExprContext::Load => "Load",
            ExprContext::Store => "Store",
            ExprContext::Del => "Del",
        });
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        let name = class(&expr.kind);
        self.object(name, Some(expr.span), |dump| dump.expr_fields(&expr.kind));
    }

    fn expr_fields(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::BoolOp { op, values } => {
                self.field("op");
                self.bare(match op {
                    BoolOperator::And => "And",
                    BoolOperator::Or => "Or",
                });
                self.exprs("values", values);
            }
            ExprKind::NamedExpr { target, value } => {
                self.boxed("target", target);
                self.boxed("value", value);
            }
            ExprKind::BinOp { left, op, right } => {
                self.boxed("left", left);
                self.field("op");
                self.bare(operator(*op));
                self.boxed("right", right);
            }
            ExprKind::UnaryOp { op, operand } => {
                self.field("op");
                self.bare(match op {
                    UnaryOperator::Invert => "Invert",
                    UnaryOperator::Not => "Not",
                    UnaryOperator::UAdd => "UAdd",
                    UnaryOperator::USub => "USub",
                });
                self.boxed("operand", operand);
            }
            ExprKind::Lambda { args, body } => {
                self.field("args");
                self.arguments(args);
                self.boxed("body", body);
            }
            ExprKind::IfExp { test, body, orelse } => {
                self.boxed("test", test);
                self.boxed("body", body);
                self.boxed("orelse", orelse);
            }
            ExprKind::Dict { keys, values } => {
                self.optional_exprs("keys", keys);
                self.exprs("values", values);
            }
            ExprKind::Set { elts } => self.exprs("elts", elts),
            ExprKind::ListComp { elt, generators }
            | ExprKind::SetComp { elt, generators }
            | ExprKind::GeneratorExp { elt, generators } => {
                self.boxed("elt", elt);
                self.list("generators", generators, Self::comprehension);
            }
            ExprKind::DictComp {
                key,
                value,
                generators,
            } => {
                self.boxed("key", key);
                self.boxed("value", value);
                self.list("generators", generators, Self::comprehension);
            }
            ExprKind::Await { value } | ExprKind::YieldFrom { value } => {
                self.boxed("value", value);
            }
            ExprKind::Yield { value } => self.optional_expr("value", value.as_deref()),
            ExprKind::Compare {
                left,
                ops,
                comparators,
            } => {
                self.boxed("left", left);
                self.list("ops", ops, |dump, op| dump.bare(comparison(*op)));
                self.exprs("comparators", comparators);
            }
            ExprKind::Call {
                func,
                args,
                keywords,
            } => {
                self.boxed("func", func);
                self.exprs("args", args);
                self.list("keywords", keywords, Self::keyword);
            }
            ExprKind::FormattedValue {
                value,
                conversion,
                format_spec,
            } => {
                self.boxed("value", value);
                self.number("conversion", conversion_code(*conversion));
                self.optional_expr("format_spec", format_spec.as_deref());
            }
            ExprKind::JoinedStr { values } => self.exprs("values", values),
            ExprKind::Constant(value) => self.constant_fields(value),
            ExprKind::Attribute {
                value, attr, ctx, ..
            } => {
                self.boxed("value", value);
                self.name("attr", Some(attr));
                self.ctx(*ctx);
            }
            ExprKind::Subscript { value, slice, ctx } => {
                self.boxed("value", value);
                self.boxed("slice", slice);
                self.ctx(*ctx);
            }
            ExprKind::Starred { value, ctx } => {
                self.boxed("value", value);
                self.ctx(*ctx);
            }
            ExprKind::Name { id, ctx } => {
                self.name("id", Some(id));
                self.ctx(*ctx);
            }
            ExprKind::List { elts, ctx } | ExprKind::Tuple { elts, ctx } => {
                self.exprs("elts", elts);
                self.ctx(*ctx);
            }
            ExprKind::Slice { lower, upper, step } => {
                self.optional_expr("lower", lower.as_deref());
                self.optional_expr("upper", upper.as_deref());
                self.optional_expr("step", step.as_deref());
            }
        }
    }

    fn constant_fields(&mut self, value: &Constant) {
        self.field("value");
        self.constant(value);
        self.field("kind");
        let is_unicode = matches!(
            value,
            Constant::Str {
                unicode_prefix: true,
                ..
            }
        );
        self.out.push_str(if is_unicode { "\"u\"" } else { "null" });
    }

    fn comprehension(&mut self, clause: &Comprehension) {
        self.object("comprehension", None, |dump| {
            dump.boxed("target", &clause.target);
            dump.boxed("iter", &clause.iter);
            dump.exprs("ifs", &clause.ifs);
            dump.number("is_async", u8::from(clause.is_async));
        });
    }

    pub(super) fn keyword(&mut self, keyword: &Keyword) {
        self.object("keyword", Some(keyword.span), |dump| {
            dump.name("arg", keyword.arg.as_ref());
            dump.boxed("value", &keyword.value);
        });
    }

    pub(super) fn arguments(&mut self, args: &Arguments) {
        self.object("arguments", None, |dump| {
            dump.list("posonlyargs", &args.posonlyargs, Self::arg);
            dump.list("args", &args.args, Self::arg);
            dump.optional("vararg", args.vararg.as_deref(), Self::arg);
            dump.list("kwonlyargs", &args.kwonlyargs, Self::arg);
            dump.optional_exprs("kw_defaults", &args.kw_defaults);
            dump.optional("kwarg", args.kwarg.as_deref(), Self::arg);
            dump.exprs("defaults", &args.defaults);
        });
    }

    fn arg(&mut self, arg: &Arg) {
        self.object("arg", Some(arg.span), |dump| {
            dump.name("arg", Some(&arg.arg));
            dump.optional_expr("annotation", arg.annotation.as_deref());
            dump.null("type_comment");
        });
    }

    pub(super) fn type_param(&mut self, param: &TypeParam) {
        let name = match param.kind {
            TypeParamKind::TypeVar { .. } => "TypeVar",
            TypeParamKind::ParamSpec => "ParamSpec",
            TypeParamKind::TypeVarTuple => "TypeVarTuple",
        };
        self.object(name, Some(param.span), |dump| {
            dump.name("name", Some(&param.name));
            if let TypeParamKind::TypeVar { bound } = &param.kind {
                dump.optional_expr("bound", bound.as_deref());
            }
            dump.optional_expr("default_value", param.default_value.as_deref());
        });
    }
}

fn class(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::BoolOp { .. } => "BoolOp",
        ExprKind::NamedExpr { .. } => "NamedExpr",
        ExprKind::BinOp { .. } => "BinOp",
        ExprKind::UnaryOp { .. } => "UnaryOp",
        ExprKind::Lambda { .. } => "Lambda",
        ExprKind::IfExp { .. } => "IfExp",
        ExprKind::Dict { .. } => "Dict",
        ExprKind::Set { .. } => "Set",
        ExprKind::ListComp { .. } => "ListComp",
        ExprKind::SetComp { .. } => "SetComp",
        ExprKind::DictComp { .. } => "DictComp",
        ExprKind::GeneratorExp { .. } => "GeneratorExp",
        ExprKind::Await { .. } => "Await",
        ExprKind::Yield { .. } => "Yield",
        ExprKind::YieldFrom { .. } => "YieldFrom",
        ExprKind::Compare { .. } => "Compare",
        ExprKind::Call { .. } => "Call",
        ExprKind::FormattedValue { .. } => "FormattedValue",
        ExprKind::JoinedStr { .. } => "JoinedStr",
        ExprKind::Constant(_) => "Constant",
        ExprKind::Attribute { .. } => "Attribute",
        ExprKind::Subscript { .. } => "Subscript",
        ExprKind::Starred { .. } => "Starred",
        ExprKind::Name { .. } => "Name",
        ExprKind::List { .. } => "List",
        ExprKind::Tuple { .. } => "Tuple",
        ExprKind::Slice { .. } => "Slice",
    }
}

pub(super) fn operator(op: Operator) -> &'static str {
    match op {
        Operator::Add => "Add",
        Operator::Sub => "Sub",
        Operator::Mult => "Mult",
        Operator::MatMult => "MatMult",
        Operator::Div => "Div",
        Operator::Mod => "Mod",
        Operator::Pow => "Pow",
        Operator::LShift => "LShift",
        Operator::RShift => "RShift",
        Operator::BitOr => "BitOr",
        Operator::BitXor => "BitXor",
        Operator::BitAnd => "BitAnd",
        Operator::FloorDiv => "FloorDiv",
    }
}

fn comparison(op: CmpOperator) -> &'static str {
    match op {
        CmpOperator::Eq => "Eq",
        CmpOperator::NotEq => "NotEq",
        CmpOperator::Lt => "Lt",
        CmpOperator::LtE => "LtE",
        CmpOperator::Gt => "Gt",
        CmpOperator::GtE => "GtE",
        CmpOperator::Is => "Is",
        CmpOperator::IsNot => "IsNot",
        CmpOperator::In => "In",
        CmpOperator::NotIn => "NotIn",
    }
}

/// The character code that `ast` has for a conversion, -1 for none.
fn conversion_code(conversion: Option<Conversion>) -> i32 {
    match conversion {
        None => -1,
        Some(Conversion::Str) => i32::from(b's'),
        Some(Conversion::Repr) => i32::from(b'r'),
        Some(Conversion::Ascii) => i32::from(b'a'),
    }
}
