//! Whether what a kernel assumes holds.

use super::shape::strides;
use super::{Stop, Value};
use crate::end::FaultKind;
use crate::program::code::{Assumption, Shape};
use crate::tile::Tile;

pub fn check(assumption: &Assumption, shape: &Shape, value: &Value) -> Result<(), Stop> {
    let number: Box<dyn Fn(usize) -> i64> = match value {
        Value::Tile(tile) => Box::new(|index| tile.integer(index)),
        Value::Tensor(tensor) => Box::new(|_| tensor.address as i64),
        _ => return Ok(()),
    };
    let same = matches!(value, Value::Tile(tile) if tile.size() == 0);
    let count = if same {
        shape.count.min(1)
    } else {
        shape.count
    };
    let broken = match assumption {
        Assumption::DivBy {
            divisor,
            every,
            along,
        } => {
            let starts = starts(shape, *every, *along);
            let wrong = (0..count)
                .find(|&i| starts(i) && !(number(i) as u64).is_multiple_of(*divisor.max(&1)));
            wrong.map(|i| format!("{} is not divisible by {divisor}", number(i)))
        }
        Assumption::Bounded { low, high } => {
            let inside =
                |v: i64| low.is_none_or(|low| v >= low) && high.is_none_or(|high| v <= high);
            let signed = |i: usize| match value {
                // An `i1` is read as signed.
                Value::Tile(Tile::I1(x)) => -i64::from(x.at(i)),
                _ => number(i),
            };
            let wrong = (0..count).map(signed).find(|&v| !inside(v));
            wrong.map(|v| format!("{v} is not within its bounds"))
        }
        Assumption::Same(groups) => {
            let differs = (0..count).find(|&i| number(i) != number(group_start(shape, groups, i)));
            differs.map(|i| format!("element {i} differs from the others of its group"))
        }
    };
    match broken {
        Some(what) => Err(FaultKind::FalseAssumption(what).into()),
        None => Ok(()),
    }
}

/// Whether an element is the first of a group of `every` along a dimension; without groups, all are.
fn starts(shape: &Shape, every: Option<i64>, along: Option<i64>) -> impl Fn(usize) -> bool {
    let along = along.and_then(|d| usize::try_from(d).ok());
    let (step, size) = along.map_or((1, 1), |d| {
        let step = strides(&shape.sizes).get(d).copied().unwrap_or(1);
        (step, shape.sizes.get(d).copied().unwrap_or(1))
    });
    let every = every.and_then(|n| usize::try_from(n).ok());
    move |index| match (along, every) {
        (Some(_), Some(every)) if every > 0 => index / step.max(1) % size.max(1) % every == 0,
        _ => true,
    }
}

/// The first element of an element's group.
fn group_start(shape: &Shape, groups: &[i64], index: usize) -> usize {
    let mut start = 0;
    for ((&size, step), &group) in shape.sizes.iter().zip(strides(&shape.sizes)).zip(groups) {
        let at = index / step.max(1) % size.max(1);
        let group = usize::try_from(group).unwrap_or(1).max(1);
        start += at / group * group * step;
    }
    start
}
