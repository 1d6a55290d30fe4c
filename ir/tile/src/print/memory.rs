//! Operations on memory, views and tokens, as text.

use cutile_ir::ir::{DYNAMIC, MemoryOrdering, MemoryScope, OpId, OptimizationHints, Type, Value};

use super::Printer;
use super::attributes;
use crate::ops::{Enumeration, MultimemReduction, Op};

impl Printer<'_> {
    pub(super) fn memory(&mut self, id: OpId, op: &Op<'_>) {
        let result = self.result_types(id);
        let text = match op {
            Op::LoadPtrTko { .. }
            | Op::StorePtrTko { .. }
            | Op::AtomicCAS { .. }
            | Op::AtomicRMW { .. } => self.through_pointers(op, &result),
            Op::MakePartitionView { tensor_view }
            | Op::MakeGatherScatterView { tensor_view }
            | Op::MakeStridedView { tensor_view } => {
                format!(" {} : {result}", self.value(*tensor_view))
            }
            Op::LoadViewTko { .. } | Op::StoreViewTko { .. } | Op::AtomicRedViewTko { .. } => {
                self.through_views(op, &result)
            }
            Op::MultimemLoadReduceViewTko { .. }
            | Op::MultimemReduceViewTko { .. }
            | Op::MultimemStoreViewTko { .. } => self.multicast(op, &result),
            Op::MakeTensorView {
                base,
                dynamic_shape,
                dynamic_strides,
            } => self.tensor_view(id, *base, dynamic_shape, dynamic_strides),
            Op::GetIndexSpaceShape { src } | Op::GetTensorShape { src } => {
                let first = result.split(", ").next().unwrap_or_default();
                format!(" {} : {} -> {first}", self.value(*src), self.type_of(*src))
            }
            Op::Print { args, token, str } => {
                let mut text = format!(" {}", attributes::quoted(str));
                if !args.is_empty() {
                    text += &format!(", {}", self.values(args));
                }
                text += &self.token("token=", *token);
                if !args.is_empty() {
                    text += &format!(" : {}", self.types_of(args));
                }
                match result.is_empty() {
                    true => text,
                    false => format!("{text} -> {result}"),
                }
            }
            Op::Alloca {
                num_elem,
                alignment,
                global,
            } => {
                let global = if *global { " global" } else { "" };
                format!(" num_elem = {num_elem}, alignment = {alignment}{global} : {result}")
            }
            Op::Assert { condition, message } => format!(
                " {}, {} : {}",
                self.value(*condition),
                attributes::quoted(message),
                self.type_of(*condition)
            ),
            Op::GdcLaunchDependentsTko { token } | Op::GdcWaitTko { token } => {
                format!("{} -> {result}", self.token("token = ", *token))
            }
            Op::MemoryFenceAliasTko { token } => format!(" {}", self.value(*token)),
            Op::PreviewCall {
                operands,
                callee,
                const_args,
            } => format!(
                " {}{}({}) : ({}) -> ({result})",
                attributes::symbol(callee),
                match const_args.is_empty() {
                    true => String::new(),
                    false => attributes::array(const_args),
                },
                self.values(operands),
                self.types_of(operands)
            ),
            _ => return self.generic(id),
        };
        self.push(&text);
    }

    /// A space, `word` and the token, if there is one.
    fn token(&self, word: &str, token: Option<Value>) -> String {
        match token {
            Some(token) => format!(" {word}{}", self.value(token)),
            None => String::new(),
        }
    }

    fn through_pointers(&self, op: &Op<'_>, result: &str) -> String {
        match op {
            Op::LoadPtrTko {
                source,
                mask,
                padding_value,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
            } => {
                let mut values = vec![*source];
                values.extend(mask.iter().chain(padding_value));
                format!(
                    "{} {}{}{} : {} -> {result}",
                    ordering(*memory_ordering_semantics, *memory_scope),
                    self.values(&values),
                    self.token("token=", *token),
                    hints(*optimization_hints),
                    self.types_of(&values)
                )
            }
            Op::StorePtrTko {
                destination,
                value,
                mask,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
            } => {
                let mut values = vec![*destination, *value];
                values.extend(mask);
                format!(
                    "{} {}{}{} : {} -> {result}",
                    ordering(*memory_ordering_semantics, *memory_scope),
                    self.values(&values),
                    self.token("token=", *token),
                    hints(*optimization_hints),
                    self.types_of(&values)
                )
            }
            Op::AtomicCAS {
                pointers,
                cmp,
                val,
                mask,
                token,
                memory_ordering_semantics,
                memory_scope,
            } => {
                let mut values = vec![*pointers, *cmp, *val];
                values.extend(mask);
                let mut typed = vec![*pointers, *val];
                typed.extend(mask);
                format!(
                    "{} {}{} : {} -> {result}",
                    ordering(*memory_ordering_semantics, Some(*memory_scope)),
                    self.values(&values),
                    self.token("token=", *token),
                    self.types_of(&typed)
                )
            }
            Op::AtomicRMW {
                pointers,
                arg,
                mask,
                token,
                memory_ordering_semantics,
                memory_scope,
                mode,
            } => {
                let mut values = vec![*arg];
                values.extend(mask);
                let mut typed = vec![*pointers];
                typed.extend(&values);
                format!(
                    "{} {}, {}, {}{} : {} -> {result}",
                    ordering(*memory_ordering_semantics, Some(*memory_scope)),
                    self.value(*pointers),
                    mode.name(),
                    self.values(&values),
                    self.token("token=", *token),
                    self.types_of(&typed)
                )
            }
            _ => String::new(),
        }
    }

    fn through_views(&self, op: &Op<'_>, result: &str) -> String {
        match op {
            Op::LoadViewTko {
                view,
                index,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
                inbounds: bounds,
                valid_check,
            } => format!(
                "{} {}{}{}{}{} : {}{} -> {result}",
                ordering(*memory_ordering_semantics, *memory_scope),
                self.access(*view, index),
                self.token("token = ", *token),
                hints(*optimization_hints),
                inbounds(bounds),
                if *valid_check { " valid_check" } else { "" },
                self.type_of(*view),
                self.index_types(index)
            ),
            Op::StoreViewTko {
                tile,
                view,
                index,
                token,
                memory_ordering_semantics,
                memory_scope,
                optimization_hints,
                inbounds: bounds,
            } => format!(
                "{} {}, {}{}{}{} : {}{} -> {result}",
                ordering(*memory_ordering_semantics, *memory_scope),
                self.value(*tile),
                self.access(*view, index),
                self.token("token = ", *token),
                hints(*optimization_hints),
                inbounds(bounds),
                self.types_of(&[*tile, *view]),
                self.index_types(index)
            ),
            Op::AtomicRedViewTko {
                view,
                index,
                value,
                token,
                memory_ordering_semantics,
                memory_scope,
                mode,
                inbounds: bounds,
            } => format!(
                "{} {}, {}, {}{}{} : {}{} -> {result}",
                ordering(*memory_ordering_semantics, Some(*memory_scope)),
                self.access(*view, index),
                mode.name(),
                self.value(*value),
                self.token("token = ", *token),
                inbounds(bounds),
                self.types_of(&[*value, *view]),
                self.index_types(index)
            ),
            _ => String::new(),
        }
    }

    fn multicast(&self, op: &Op<'_>, result: &str) -> String {
        let (first, index, token, order, scope, bounds, reduction) = match op {
            Op::MultimemLoadReduceViewTko {
                view,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                reduction,
                inbounds,
            } => (
                vec![*view],
                index,
                token,
                order,
                *scope,
                inbounds,
                Some(*reduction),
            ),
            Op::MultimemReduceViewTko {
                view,
                tile,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                reduction,
                inbounds,
            } => (
                vec![*view, *tile],
                index,
                token,
                order,
                Some(*scope),
                inbounds,
                Some(*reduction),
            ),
            Op::MultimemStoreViewTko {
                view,
                tile,
                index,
                token,
                memory_ordering_semantics: order,
                memory_scope: scope,
                inbounds,
            } => (
                vec![*view, *tile],
                index,
                token,
                order,
                *scope,
                inbounds,
                None,
            ),
            _ => return String::new(),
        };
        // A token or the bounds, or the space where they would be.
        let mut optional = self.token("token = ", *token) + &inbounds(bounds);
        if optional.is_empty() {
            optional.push(' ');
        }
        if let Some(reduction) = reduction.filter(|&r| r != MultimemReduction::Add) {
            let name = reduction.name();
            optional +=
                &format!(" attributes {{reduction = #cuda_tile.multimem_reduction_kind<{name}>}}");
        }
        let mut typed = vec![self.types_of(&first) + &self.index_types(index)];
        typed.extend(token.map(|t| self.type_of(t)));
        format!(
            "{} {}[{}]{optional} : {} -> {result}",
            ordering(*order, scope),
            self.values(&first),
            self.values(index),
            typed.join(", ")
        )
    }

    fn access(&self, view: Value, index: &[Value]) -> String {
        format!("{}[{}]", self.value(view), self.values(index))
    }

    /// `, tile<i32>`: one type if all indices have it.
    fn index_types(&self, index: &[Value]) -> String {
        let mut types: Vec<_> = index.iter().map(|&v| self.type_of(v)).collect();
        types.dedup();
        let same = types.len() == 1;
        let texts = match same {
            true => types,
            false => index.iter().map(|&v| self.type_of(v)).collect(),
        };
        texts.iter().map(|t| format!(", {t}")).collect()
    }

    fn tensor_view(&self, id: OpId, base: Value, shape: &[Value], strides: &[Value]) -> String {
        let result = self.module.op(id).result_types.first();
        let (sizes, steps) = match result.map(Type::without_pointer_attribute) {
            Some(Type::TensorView(view)) => (view.shape.as_slice(), view.strides.as_slice()),
            _ => (&[][..], &[][..]),
        };
        let mut typed = Vec::new();
        if self.module.value_type(base) != self.module.value_type(base).without_pointer_attribute()
        {
            typed.push(self.type_of(base));
        }
        if let Some(&dynamic) = shape.first().or(strides.first()) {
            typed.push(self.type_of(dynamic));
        }
        let arrow = match typed.is_empty() {
            true => String::new(),
            false => format!("{} -> ", typed.join(", ")),
        };
        format!(
            " {}, shape = [{}], strides = [{}] : {arrow}{}",
            self.value(base),
            self.mixed(sizes, shape),
            self.mixed(steps, strides),
            self.result_types(id)
        )
    }

    /// Static numbers, with the dynamic values in between.
    fn mixed(&self, numbers: &[i64], dynamic: &[Value]) -> String {
        let mut dynamic = dynamic.iter();
        let texts: Vec<_> = numbers
            .iter()
            .map(|&n| match n {
                DYNAMIC => dynamic.next().map_or("?".to_owned(), |&v| self.value(v)),
                n => n.to_string(),
            })
            .collect();
        texts.join(", ")
    }
}

/// ` relaxed device`
fn ordering(ordering: MemoryOrdering, scope: Option<MemoryScope>) -> String {
    match scope {
        Some(scope) => format!(" {} {}", ordering.name(), scope.name()),
        None => format!(" {}", ordering.name()),
    }
}

fn hints(hints: Option<&OptimizationHints>) -> String {
    match hints {
        Some(hints) => format!(" optimization_hints = {}", attributes::hints(hints)),
        None => String::new(),
    }
}

/// The promises about an index, if there are any.
fn inbounds(flags: &[bool]) -> String {
    if !flags.contains(&true) {
        return String::new();
    }
    let texts: Vec<_> = flags.iter().map(bool::to_string).collect();
    format!(" inbounds = [{}]", texts.join(", "))
}
