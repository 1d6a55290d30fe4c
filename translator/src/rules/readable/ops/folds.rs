//! Reductions and scans.

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fold {
    /// Sum.
    Sum,
    /// Product.
    Prod,
    /// Largest.
    Max,
    /// Smallest.
    Min,
}

impl Fold {
    pub(super) fn name(self) -> &'static str {
        match self {
            Fold::Sum => "sum",
            Fold::Prod => "prod",
            Fold::Max => "max",
            Fold::Min => "min",
        }
    }
}

const DIMS: [&str; 6] = ["A", "B", "C", "D", "F", "G"];

pub(super) fn reduce_suffix(rank: usize, axis: usize) -> String {
    match (rank, axis) {
        (1, 0) => "all".into(),
        (2, 0) => "rows".into(),
        (2, 1) => "columns".into(),
        _ => format!("axis_{axis}_of_{rank}"),
    }
}

pub(super) fn reduce_text(fold: Fold, rank: usize, axis: usize, keep: bool) -> String {
    let dims = DIMS.get(..rank).unwrap_or(&DIMS);
    let generics: String = dims.iter().map(|d| format!(", const {d}: i32")).collect();
    let without: Vec<&str> = (dims.iter().enumerate())
        .filter(|(i, _)| *i != axis)
        .map(|(_, d)| *d)
        .collect();
    let kept: Vec<&str> = (dims.iter().enumerate())
        .map(|(i, d)| if i == axis { "1" } else { *d })
        .collect();
    let words = match fold {
        Fold::Sum => "Sum",
        Fold::Prod => "Product",
        Fold::Max => "Largest element",
        Fold::Min => "Smallest element",
    };
    let along = match (rank, axis) {
        (1, 0) => "of all elements".to_owned(),
        (2, 0) => "over the rows".to_owned(),
        (2, 1) => "over the columns".to_owned(),
        _ => format!("along axis {axis}"),
    };
    let (words, along) = match (fold, rank) {
        (Fold::Max | Fold::Min, 1) => (words, String::new()),
        _ => (words, format!(" {along}")),
    };
    let (result, keeping, tail) = if keep {
        let kept = kept.join(", ");
        (
            format!("{{ [{kept}] }}"),
            ", which stays with size 1",
            format!("    x.reshape(shape![{kept}])"),
        )
    } else {
        (
            format!("{{ [{}] }}", without.join(", ")),
            "",
            "    x".to_owned(),
        )
    };
    format!(
        "
/// {words}{along}{keeping}.
fn NAME<E: ElementType{generics}>(x: Tile<E, {{ [{}] }}>) -> Tile<E, {result}> {{
    let x: Tile<E, {{ [{}] }}> = reduce_{}(x, {axis});
{tail}
}}",
        dims.join(", "),
        without.join(", "),
        fold.name()
    )
}

pub(super) fn cumsum_text(axis: usize, reverse: bool, float: bool) -> String {
    let (words, mode) = match reverse {
        true => ("from each to the end", "Reverse"),
        false => ("up to each", "Forward"),
    };
    let (element, zero) = match float {
        true => ("f32", "0.0f32"),
        false => ("i32", "0i32"),
    };
    format!(
        "
/// Sums of the elements {words}, along axis {axis}.
#[cuda_tile::variadic_op(N = 6)]
fn NAME<const S: [i32; N]>(x: Tile<{element}, S>) -> Tile<{element}, S> {{
    let x: Tile<{element}, S> = scan_sum(x, {axis}, reverse::{mode}, {zero});
    x
}}"
    )
}
