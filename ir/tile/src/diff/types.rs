//! Differences between types.

use cutile_ir::ir::{DYNAMIC, PaddingValue, TensorViewType, TileElementType, Type, format_type};

use super::{Class, Kind};

/// One way in which two types differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypeChange {
    pub class: Class,
    pub kind: Kind,
    pub refinement: bool,
    pub change: String,
    pub meaning: &'static str,
}

/// What differs between two types, part by part.
pub(super) fn compare(a: &Type, b: &Type) -> Vec<TypeChange> {
    let mut out = Vec::new();
    match (a, b) {
        (Type::Tile(x), Type::Tile(y)) => {
            if x.shape != y.shape {
                shape(&x.shape, &y.shape, &mut out);
            }
            element(&x.element_type, &y.element_type, &mut out);
        }
        (Type::TensorView(x), Type::TensorView(y)) => tensor(x, y, &mut out),
        (Type::PartitionView(x), Type::PartitionView(y)) => {
            view_tile(&x.tile_shape, &y.tile_shape, &mut out);
            tensor(&x.tensor_view, &y.tensor_view, &mut out);
            differ("dimension map", &x.dim_map, &y.dim_map, &mut out);
            padding(x.padding_value, y.padding_value, &mut out);
        }
        (Type::StridedView(x), Type::StridedView(y)) => {
            view_tile(&x.tile_shape, &y.tile_shape, &mut out);
            tensor(&x.tensor_view, &y.tensor_view, &mut out);
            differ("dimension map", &x.dim_map, &y.dim_map, &mut out);
            let (l, r) = (&x.traversal_strides, &y.traversal_strides);
            differ("traversal strides", l, r, &mut out);
            padding(x.padding_value, y.padding_value, &mut out);
        }
        (Type::GatherScatterView(x), Type::GatherScatterView(y)) => {
            view_tile(&x.tile_shape, &y.tile_shape, &mut out);
            tensor(&x.tensor_view, &y.tensor_view, &mut out);
            differ("sparse dimension", &x.sparse_dim, &y.sparse_dim, &mut out);
            padding(x.padding_value, y.padding_value, &mut out);
        }
        _ => {}
    }
    if out.is_empty() && a != b {
        out.push(TypeChange {
            class: Class::Semantic,
            kind: Kind::ElementType,
            refinement: false,
            change: format!("{} -> {}", format_type(a), format_type(b)),
            meaning: "A value of another type takes part.",
        });
    }
    out
}

fn shape(x: &[i64], y: &[i64], out: &mut Vec<TypeChange>) {
    let text = |s: &[i64]| match s {
        [] => "scalar".to_owned(),
        s => super::expression::join(s),
    };
    out.push(TypeChange {
        class: Class::Performance,
        kind: Kind::TileShape,
        refinement: false,
        change: format!("{} -> {}", text(x), text(y)),
        meaning: "Tiles of another shape: the work is cut differently.",
    });
}

fn view_tile(x: &[i32], y: &[i32], out: &mut Vec<TypeChange>) {
    if x != y {
        let wide = |s: &[i32]| s.iter().map(|&d| i64::from(d)).collect::<Vec<_>>();
        shape(&wide(x), &wide(y), out);
    }
}

fn element(x: &TileElementType, y: &TileElementType, out: &mut Vec<TypeChange>) {
    if x == y {
        return;
    }
    let text = |e: &TileElementType| match e {
        TileElementType::Scalar(s) => format_type(&Type::Scalar(*s)),
        TileElementType::Pointer(p) => format_type(&Type::Pointer((**p).clone())),
    };
    let floats = matches!(
        (x, y),
        (TileElementType::Scalar(a), TileElementType::Scalar(b)) if a.is_float() && b.is_float()
    );
    out.push(TypeChange {
        class: if floats {
            Class::Numeric
        } else {
            Class::Semantic
        },
        kind: Kind::ElementType,
        refinement: false,
        change: format!("{} -> {}", text(x), text(y)),
        meaning: if floats {
            "Computed in another precision: results differ by rounding, or overflow."
        } else {
            "Elements of another type: other values."
        },
    });
}

fn tensor(x: &TensorViewType, y: &TensorViewType, out: &mut Vec<TypeChange>) {
    if x.element_type != y.element_type {
        out.push(TypeChange {
            class: Class::Semantic,
            kind: Kind::View,
            refinement: false,
            change: format!(
                "{} -> {}",
                format_type(&Type::Scalar(x.element_type)),
                format_type(&Type::Scalar(y.element_type))
            ),
            meaning: "Memory is read as elements of another type.",
        });
    }
    dimensions("shape", &x.shape, &y.shape, out);
    dimensions("strides", &x.strides, &y.strides, out);
}

/// Static against dynamic is a launch fact; static against another static is another layout.
fn dimensions(what: &str, x: &[i64], y: &[i64], out: &mut Vec<TypeChange>) {
    if x == y {
        return;
    }
    let clash = x.len() != y.len()
        || x.iter()
            .zip(y)
            .any(|(&a, &b)| a != b && a != DYNAMIC && b != DYNAMIC);
    let text = |d: &[i64]| {
        let items: Vec<String> = d
            .iter()
            .map(|&v| match v {
                DYNAMIC => "?".to_owned(),
                v => v.to_string(),
            })
            .collect();
        format!("[{}]", items.join(","))
    };
    out.push(TypeChange {
        class: if clash { Class::Semantic } else { Class::Performance },
        kind: Kind::View,
        refinement: false,
        change: format!("{what} {} -> {}", text(x), text(y)),
        meaning: if clash {
            "The tensor is laid out differently: other elements are accessed."
        } else {
            "A size or stride is known to the compiler on one side only; the values passed decide whether it holds."
        },
    });
}

fn differ<T: PartialEq + std::fmt::Debug>(what: &str, x: &T, y: &T, out: &mut Vec<TypeChange>) {
    if x != y {
        out.push(TypeChange {
            class: Class::Semantic,
            kind: Kind::View,
            refinement: false,
            change: format!("{what} {x:?} -> {y:?}"),
            meaning: "Tiles are taken from other places of the tensor.",
        });
    }
}

fn padding(x: Option<PaddingValue>, y: Option<PaddingValue>, out: &mut Vec<TypeChange>) {
    if x == y {
        return;
    }
    let text = |p: Option<PaddingValue>| match p {
        None => "undetermined",
        Some(PaddingValue::Zero) => "zero",
        Some(PaddingValue::NegZero) => "-0",
        Some(PaddingValue::Nan) => "nan",
        Some(PaddingValue::PosInf) => "+inf",
        Some(PaddingValue::NegInf) => "-inf",
    };
    out.push(padding_change(text(x), text(y), x.is_none(), y.is_none()));
}

/// A change of what is read outside a tensor or under a false mask.
pub(super) fn padding_change(x: &str, y: &str, open: bool, opened: bool) -> TypeChange {
    let (class, meaning) = match (open, opened) {
        (true, false) => (
            Class::Cosmetic,
            "Elements out of bounds were undetermined and now have a value: an allowed refinement.",
        ),
        (false, true) => (
            Class::Semantic,
            "Elements out of bounds had a value and are now undetermined.",
        ),
        _ => (
            Class::Semantic,
            "Elements out of bounds are read as another value.",
        ),
    };
    TypeChange {
        class,
        kind: Kind::Padding,
        refinement: open && !opened,
        change: format!("{x} -> {y}"),
        meaning,
    }
}
