//! Statements and what belongs to them.

use super::Dump;
use super::expression::operator;
use crate::tree::{
    Alias, ClassDef, ExceptHandler, FunctionDef, MatchCase, Stmt, StmtKind, WithItem,
};

impl Dump<'_> {
    fn stmts(&mut self, key: &str, body: &[Stmt]) {
        self.list(key, body, Self::stmt);
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let name = class(&stmt.kind);
        self.object(name, Some(stmt.span), |dump| dump.stmt_fields(&stmt.kind));
    }

    fn stmt_fields(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::FunctionDef(def) => self.function(def),
            StmtKind::ClassDef(class) => self.class(class),
            StmtKind::Return { value } => self.optional_expr("value", value.as_deref()),
            StmtKind::Delete { targets } => self.exprs("targets", targets),
            StmtKind::Assign { targets, value } => {
                self.exprs("targets", targets);
                self.boxed("value", value);
                self.null("type_comment");
            }
            StmtKind::TypeAlias {
                name,
                type_params,
                value,
            } => {
                self.boxed("name", name);
                self.list("type_params", type_params, Self::type_param);
                self.boxed("value", value);
            }
            StmtKind::AugAssign { target, op, value } => {
                self.boxed("target", target);
                self.field("op");
                self.bare(operator(*op));
                self.boxed("value", value);
            }
            StmtKind::AnnAssign {
                target,
                annotation,
                value,
                simple,
            } => {
                self.boxed("target", target);
                self.boxed("annotation", annotation);
                self.optional_expr("value", value.as_deref());
                self.number("simple", u8::from(*simple));
            }
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
                ..
            } => {
                self.boxed("target", target);
                self.boxed("iter", iter);
                self.stmts("body", body);
                self.stmts("orelse", orelse);
                self.null("type_comment");
            }
            StmtKind::While { test, body, orelse } | StmtKind::If { test, body, orelse } => {
                self.boxed("test", test);
                self.stmts("body", body);
                self.stmts("orelse", orelse);
            }
            StmtKind::With { items, body, .. } => {
                self.list("items", items, Self::with_item);
                self.stmts("body", body);
                self.null("type_comment");
            }
            StmtKind::Match { subject, cases } => {
                self.boxed("subject", subject);
                self.list("cases", cases, Self::match_case);
            }
            StmtKind::Raise { exc, cause } => {
                self.optional_expr("exc", exc.as_deref());
                self.optional_expr("cause", cause.as_deref());
            }
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finalbody,
                ..
            } => {
                self.stmts("body", body);
                self.list("handlers", handlers, Self::handler);
                self.stmts("orelse", orelse);
                self.stmts("finalbody", finalbody);
            }
            StmtKind::Assert { test, msg } => {
                self.boxed("test", test);
                self.optional_expr("msg", msg.as_deref());
            }
            StmtKind::Import { names } => self.list("names", names, Self::alias),
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => {
                self.name("module", module.as_ref());
                self.list("names", names, Self::alias);
                self.number("level", level);
            }
            StmtKind::Global { names } | StmtKind::Nonlocal { names } => {
                self.names("names", names);
            }
            StmtKind::Expr { value } => self.boxed("value", value),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
        }
    }

    fn function(&mut self, def: &FunctionDef) {
        self.name("name", Some(&def.name));
        self.field("args");
        self.arguments(&def.args);
        self.stmts("body", &def.body);
        self.exprs("decorator_list", &def.decorator_list);
        self.optional_expr("returns", def.returns.as_deref());
        self.null("type_comment");
        self.list("type_params", &def.type_params, Self::type_param);
    }

    fn class(&mut self, class: &ClassDef) {
        self.name("name", Some(&class.name));
        self.exprs("bases", &class.bases);
        self.list("keywords", &class.keywords, Self::keyword);
        self.stmts("body", &class.body);
        self.exprs("decorator_list", &class.decorator_list);
        self.list("type_params", &class.type_params, Self::type_param);
    }

    fn with_item(&mut self, item: &WithItem) {
        self.object("withitem", None, |dump| {
            dump.boxed("context_expr", &item.context_expr);
            dump.optional_expr("optional_vars", item.optional_vars.as_deref());
        });
    }

    fn match_case(&mut self, case: &MatchCase) {
        self.object("match_case", None, |dump| {
            dump.optional("pattern", Some(&case.pattern), Self::pattern);
            dump.optional_expr("guard", case.guard.as_deref());
            dump.stmts("body", &case.body);
        });
    }

    fn handler(&mut self, handler: &ExceptHandler) {
        self.object("ExceptHandler", Some(handler.span), |dump| {
            dump.optional_expr("type", handler.typ.as_deref());
            dump.name("name", handler.name.as_ref());
            dump.stmts("body", &handler.body);
        });
    }

    fn alias(&mut self, alias: &Alias) {
        self.object("alias", Some(alias.span), |dump| {
            dump.name("name", Some(&alias.name));
            dump.name("asname", alias.asname.as_ref());
        });
    }
}

fn class(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::FunctionDef(def) if def.is_async => "AsyncFunctionDef",
        StmtKind::FunctionDef(_) => "FunctionDef",
        StmtKind::ClassDef(_) => "ClassDef",
        StmtKind::Return { .. } => "Return",
        StmtKind::Delete { .. } => "Delete",
        StmtKind::Assign { .. } => "Assign",
        StmtKind::TypeAlias { .. } => "TypeAlias",
        StmtKind::AugAssign { .. } => "AugAssign",
        StmtKind::AnnAssign { .. } => "AnnAssign",
        StmtKind::For { is_async: true, .. } => "AsyncFor",
        StmtKind::For { .. } => "For",
        StmtKind::While { .. } => "While",
        StmtKind::If { .. } => "If",
        StmtKind::With { is_async: true, .. } => "AsyncWith",
        StmtKind::With { .. } => "With",
        StmtKind::Match { .. } => "Match",
        StmtKind::Raise { .. } => "Raise",
        StmtKind::Try { is_star: true, .. } => "TryStar",
        StmtKind::Try { .. } => "Try",
        StmtKind::Assert { .. } => "Assert",
        StmtKind::Import { .. } => "Import",
        StmtKind::ImportFrom { .. } => "ImportFrom",
        StmtKind::Global { .. } => "Global",
        StmtKind::Nonlocal { .. } => "Nonlocal",
        StmtKind::Expr { .. } => "Expr",
        StmtKind::Pass => "Pass",
        StmtKind::Break => "Break",
        StmtKind::Continue => "Continue",
    }
}
