//! Parameters of an entry: which of them are one array, and what is assumed of them.
//!
//! Both languages pass an array as its pointer, every size, every stride. Where a run of
//! parameters is an array, the Rust kernel takes a `&Tensor`, and what the module assumes of
//! those parameters becomes facts of the launch. All other parameters stay as they are.

use cutile_ir::ir::{BlockId, DYNAMIC, Module, ScalarType, TensorViewType, Type, Value};
use std::collections::HashMap;
use tileport_ir::ops::{self, Op, Predicate};
use tileport_rust::{ArgumentFacts, Divisor, Stride, TensorFacts};

use super::types::{self, Element};

/// A parameter of the kernel as its author sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryParameter {
    /// An array: pointer, sizes, strides. The lists have one entry a dimension.
    Array {
        /// Sizes known while compiling.
        shape: Vec<Option<i64>>,
        /// Strides known while compiling, in elements.
        strides: Vec<Option<i64>>,
    },
    /// Anything else: one parameter of the entry.
    Scalar,
}

impl EntryParameter {
    /// How many parameters of the entry it is.
    fn len(&self) -> usize {
        match self {
            EntryParameter::Array { shape, strides } => 1 + shape.len() + strides.len(),
            EntryParameter::Scalar => 1,
        }
    }
}

/// A parameter of the Rust kernel.
pub(super) enum Item {
    Tensor(Tensor),
    /// The parameter with this number.
    Plain(usize),
}

/// An array parameter.
pub(super) struct Tensor {
    /// Number of its pointer among the entry's parameters.
    pub first: usize,
    pub element: ScalarType,
    /// `DYNAMIC` where the size or the stride comes at run time.
    pub view: TensorViewType,
}

/// Which part of an array a parameter of the entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Base,
    /// Its number among the sizes that come at run time.
    Size {
        axis: usize,
        dynamic: usize,
    },
    /// Its number among the strides that come at run time.
    Stride {
        axis: usize,
        dynamic: usize,
    },
    /// Known while compiling, so not to be read.
    Known,
}

/// The entry's parameters, sorted out.
pub(super) struct Params {
    pub items: Vec<Item>,
    /// What the items would best be called.
    pub names: Vec<String>,
    /// For values that are a parameter of an array, or that with assumptions: item and part.
    pub parts: HashMap<Value, (usize, Part)>,
    /// Divisors assumed, by parameter of the entry.
    divisors: Vec<i64>,
}

impl Params {
    /// Sorts out the parameters of the entry with this body.
    pub fn new(
        module: &Module,
        body: BlockId,
        layout: Option<&[EntryParameter]>,
        names: &[String],
    ) -> Params {
        let arguments: Vec<Value> = module.block(body).args.iter().map(|(v, _)| *v).collect();
        let count = arguments.len();
        let chains = Chains::new(module, &arguments);
        let given = layout.filter(|l| l.iter().map(EntryParameter::len).sum::<usize>() == count);
        let items = match given {
            Some(layout) => given_arrays(module, &arguments, layout),
            None => inferred_arrays(module, &arguments, &chains),
        };
        let names = wanted_names(&items, given, count, names);
        let mut part_of = HashMap::new();
        for (number, item) in items.iter().enumerate() {
            let Item::Tensor(tensor) = item else { continue };
            for (offset, part) in parts(&tensor.view).into_iter().enumerate() {
                part_of.insert(tensor.first + offset, (number, part));
            }
        }
        let parts = chains
            .root
            .iter()
            .filter_map(|(v, arg)| Some((*v, *part_of.get(arg)?)));
        Params {
            parts: parts.collect(),
            items,
            names,
            divisors: chains.divisors,
        }
    }

    /// The array parameter that a value is the pointer of.
    pub fn base(&self, value: Value) -> Option<(usize, &Tensor)> {
        let (item, Part::Base) = self.parts.get(&value)? else {
            return None;
        };
        match self.items.get(*item)? {
            Item::Tensor(tensor) => Some((*item, tensor)),
            Item::Plain(_) => None,
        }
    }

    /// Whether these operands describe the whole array: its sizes and strides in order.
    pub fn is_whole(&self, item: usize, sizes: &[Value], strides: &[Value]) -> bool {
        let all = |values: &[Value], size: bool| {
            values
                .iter()
                .enumerate()
                .all(|(i, v)| match self.parts.get(v) {
                    Some((of, Part::Size { dynamic, .. })) => size && *of == item && *dynamic == i,
                    Some((of, Part::Stride { dynamic, .. })) => {
                        !size && *of == item && *dynamic == i
                    }
                    _ => false,
                })
        };
        all(sizes, true) && all(strides, false)
    }

    /// Facts that a launch has to have for the Rust kernel to mean the same.
    pub fn facts(&self) -> Vec<ArgumentFacts> {
        let divisor = |i: usize| Divisor::of(self.divisors.get(i).copied().unwrap_or(1));
        let of = |item: &Item| match item {
            Item::Plain(_) => ArgumentFacts::Unknown,
            Item::Tensor(tensor) => {
                let (first, rank) = (tensor.first + 1, tensor.view.shape.len());
                let stride = |i: usize| match tensor.view.strides.get(i) {
                    Some(&n) if n != DYNAMIC => Stride::Static(i32::try_from(n).unwrap_or(-1)),
                    _ => Stride::Divisible(divisor(first + rank + i)),
                };
                ArgumentFacts::Tensor(TensorFacts {
                    shape: (0..rank).map(|i| divisor(first + i)).collect(),
                    strides: (0..rank).map(stride).collect(),
                    base: divisor(tensor.first),
                    may_alias_internally: false,
                })
            }
        };
        self.items.iter().map(of).collect()
    }
}

fn parts(view: &TensorViewType) -> Vec<Part> {
    let mut parts = vec![Part::Base];
    for (list, is_size) in [(&view.shape, true), (&view.strides, false)] {
        let mut dynamic = 0;
        for (axis, &n) in list.iter().enumerate() {
            if n != DYNAMIC {
                parts.push(Part::Known);
                continue;
            }
            parts.push(match is_size {
                true => Part::Size { axis, dynamic },
                false => Part::Stride { axis, dynamic },
            });
            dynamic += 1;
        }
    }
    parts
}

/// Parameters followed through assumptions that hold for every launch.
struct Chains {
    /// From value to number of the parameter.
    root: HashMap<Value, usize>,
    divisors: Vec<i64>,
}

impl Chains {
    fn new(module: &Module, arguments: &[Value]) -> Chains {
        let mut root: HashMap<Value, usize> =
            arguments.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let mut divisors = vec![1; arguments.len()];
        let index = ops::Index::new(module);
        for step in ops::walk(module) {
            let Ok(Op::Assume { value, predicate }) = ops::view(module, step.op) else {
                continue;
            };
            let Some(&argument) = root.get(&value) else {
                continue;
            };
            match predicate {
                Predicate::DivBy(d) if d.every.is_none() && d.along.is_none() => {
                    let divisor = i64::try_from(d.divisor).unwrap_or(1);
                    if let Some(known) = divisors.get_mut(argument) {
                        *known = divisor.max(*known);
                    }
                }
                Predicate::Bounded(b) if b.lb == Some(0) && b.ub.is_none() => {}
                Predicate::DivBy(_) | Predicate::Bounded(_) | Predicate::SameElements(_) => {
                    continue;
                }
            }
            root.extend(index.results(step.op).iter().map(|v| (*v, argument)));
        }
        Chains { root, divisors }
    }
}

fn element(module: &Module, value: Option<&Value>) -> Option<Element> {
    let tile = types::tile(module.value_type(*value?))?;
    tile.shape.is_empty().then_some(tile.element)
}

/// An array parameter that starts at parameter `first`, if the types allow it.
fn tensor(
    module: &Module,
    arguments: &[Value],
    first: usize,
    shape: Vec<i64>,
    strides: Vec<i64>,
) -> Option<Tensor> {
    let Some(Element::Pointer(element_type)) = element(module, arguments.get(first)) else {
        return None;
    };
    let rank = shape.len();
    let is_index =
        |i: usize| element(module, arguments.get(i)) == Some(Element::Number(ScalarType::I32));
    let fits = rank == strides.len()
        && (1..=types::MAX_RANK).contains(&rank)
        && (first + 1..first + 1 + 2 * rank).all(is_index)
        && shape
            .iter()
            .chain(&strides)
            .all(|&n| i32::try_from(n).is_ok() || n == DYNAMIC);
    fits.then_some(Tensor {
        first,
        element: element_type,
        view: TensorViewType {
            element_type,
            shape,
            strides,
        },
    })
}

/// The parameters as the layout has them; an array that is no `&Tensor`, because its indices are
/// wide, is taken apart.
fn given_arrays(module: &Module, arguments: &[Value], layout: &[EntryParameter]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut next = 0;
    for parameter in layout {
        let found = match parameter {
            EntryParameter::Scalar => None,
            EntryParameter::Array { shape, strides } => {
                let list = |l: &[Option<i64>]| l.iter().map(|n| n.unwrap_or(DYNAMIC)).collect();
                tensor(module, arguments, next, list(shape), list(strides))
            }
        };
        let after = next + parameter.len();
        match found {
            Some(tensor) => items.push(Item::Tensor(tensor)),
            None => items.extend((next..after).map(Item::Plain)),
        }
        next = after;
    }
    items
}

/// What the Rust kernel's parameters would best be called: the names given for the parameters of
/// the layout, with a suffix where an array is taken apart.
fn wanted_names(
    items: &[Item],
    layout: Option<&[EntryParameter]>,
    count: usize,
    names: &[String],
) -> Vec<String> {
    let mut of_argument = vec![None; count];
    let mut next = 0;
    let scalars = vec![EntryParameter::Scalar; count];
    for (i, parameter) in layout.unwrap_or(&scalars).iter().enumerate() {
        let Some(name) = names.get(i) else { break };
        for part in 0..parameter.len() {
            let suffix = match (parameter, part) {
                (_, 0) | (EntryParameter::Scalar, _) => String::new(),
                (EntryParameter::Array { shape, .. }, part) if part <= shape.len() => {
                    format!("_size_{}", part - 1)
                }
                (EntryParameter::Array { shape, .. }, part) => {
                    format!("_stride_{}", part - 1 - shape.len())
                }
            };
            if let Some(slot) = of_argument.get_mut(next + part) {
                *slot = Some(format!("{name}{suffix}"));
            }
        }
        next += parameter.len();
    }
    let name = |(i, item): (usize, &Item)| {
        let first = match item {
            Item::Tensor(tensor) => tensor.first,
            Item::Plain(number) => *number,
        };
        let given = of_argument.get(first).cloned().flatten();
        given.unwrap_or_else(|| format!("arg_{i}"))
    };
    items.iter().enumerate().map(name).collect()
}

/// Arrays are told by the tensor views that are made of their parameters.
fn inferred_arrays(module: &Module, arguments: &[Value], chains: &Chains) -> Vec<Item> {
    let mut found: HashMap<usize, Tensor> = HashMap::new();
    let index = ops::Index::new(module);
    for step in ops::walk(module) {
        let Ok(Op::MakeTensorView {
            base,
            dynamic_shape,
            dynamic_strides,
        }) = ops::view(module, step.op)
        else {
            continue;
        };
        let Some(&first) = chains.root.get(&base) else {
            continue;
        };
        let Some(result) = index.results(step.op).first() else {
            continue;
        };
        let Type::TensorView(view) = module.value_type(*result) else {
            continue;
        };
        let expected = |list: &[i64], from: usize| -> Vec<Option<usize>> {
            let dynamic = list.iter().enumerate().filter(|(_, n)| **n == DYNAMIC);
            dynamic.map(|(axis, _)| Some(from + axis)).collect()
        };
        let roots = |values: &[Value]| -> Vec<Option<usize>> {
            values.iter().map(|v| chains.root.get(v).copied()).collect()
        };
        let rank = view.shape.len();
        if roots(dynamic_shape) != expected(&view.shape, first + 1)
            || roots(dynamic_strides) != expected(&view.strides, first + 1 + rank)
        {
            continue;
        }
        let (shape, strides) = (view.shape.clone(), view.strides.clone());
        if let Some(tensor) = tensor(module, arguments, first, shape, strides) {
            found.entry(first).or_insert(tensor);
        }
    }
    let mut items = Vec::new();
    let mut next = 0;
    while next < arguments.len() {
        match found.remove(&next) {
            Some(tensor) => {
                next += 1 + 2 * tensor.view.shape.len();
                items.push(Item::Tensor(tensor));
            }
            None => {
                items.push(Item::Plain(next));
                next += 1;
            }
        }
    }
    items
}
