//! Reductions and scans.
//!
//! A reduction combines neighbours: elements 0 and 1, 2 and 3 and so on, then the results likewise. A scan goes from
//! one end to the other. The body's first argument of each pair is the later element, its second what came before. The
//! identity is not used. The specification leaves the order open.

use super::shape::{halves, slice, stack};
use super::{Block, Error, Flow, Value, broken};
use crate::program::code::{Body, Code, Shape, Step};
use crate::tile::Tile;

impl Block<'_> {
    pub(super) fn aggregate(&mut self, step: &Step) -> Result<(), Error> {
        let mut tiles = Vec::new();
        for index in 0..step.operands.len() {
            tiles.push(self.tile(step, index)?);
        }
        let results = match &step.code {
            Code::Reduce {
                shape,
                dim,
                body,
                lanes,
            } => self.reduce(tiles, shape, *dim, (body, *lanes))?,
            Code::Scan {
                shape,
                dim,
                reverse,
                body,
                lanes,
            } => self.scan(&tiles, shape, *dim, *reverse, (body, *lanes))?,
            _ => return Err(broken().into()),
        };
        Ok(self.give(step, results.into_iter().map(Value::Tile).collect())?)
    }

    fn reduce(
        &mut self,
        mut tiles: Vec<Tile>,
        shape: &Shape,
        dim: usize,
        body: (&Body, bool),
    ) -> Result<Vec<Tile>, Error> {
        let mut shape = shape.clone();
        let size = |shape: &Shape| shape.sizes.get(dim).copied().unwrap_or(1);
        while size(&shape) > 1 {
            let half = |odd: bool| tiles.iter().map(|t| halves(t, &shape, dim, odd)).collect();
            let (earlier, later): (Vec<Tile>, Vec<Tile>) = (half(false), half(true));
            if let Some(size) = shape.sizes.get_mut(dim) {
                *size /= 2;
            }
            shape.count /= 2;
            tiles = self.combine(later, earlier, shape.count, body)?;
        }
        Ok(tiles)
    }

    fn scan(
        &mut self,
        tiles: &[Tile],
        shape: &Shape,
        dim: usize,
        reverse: bool,
        body: (&Body, bool),
    ) -> Result<Vec<Tile>, Error> {
        let size = shape.sizes.get(dim).copied().unwrap_or(1);
        let lanes = shape.count / size.max(1);
        let at = |index: usize| -> Vec<Tile> {
            let index = if reverse { size - 1 - index } else { index };
            tiles
                .iter()
                .map(|tile| slice(tile, shape, dim, index))
                .collect()
        };
        let mut total = at(0);
        let mut slices: Vec<Vec<Tile>> = total.iter().map(|t| vec![t.clone()]).collect();
        for index in 1..size {
            total = self.combine(at(index), total, lanes, body)?;
            for (list, tile) in slices.iter_mut().zip(&total) {
                list.push(tile.clone());
            }
        }
        let whole = slices.into_iter().map(|mut list| {
            if reverse {
                list.reverse();
            }
            stack(&list, shape, dim)
        });
        Ok(whole.collect::<Option<Vec<_>>>().ok_or_else(broken)?)
    }

    /// Runs a body on pairs of elements: all at once where that is the same, else one by one.
    fn combine(
        &mut self,
        later: Vec<Tile>,
        earlier: Vec<Tile>,
        count: usize,
        (body, lanes): (&Body, bool),
    ) -> Result<Vec<Tile>, Error> {
        self.spend((body.steps.len() * count) as u64)?;
        if lanes || count == 1 {
            let pairs = later.into_iter().zip(earlier);
            return self.apply(body, pairs.flat_map(|(a, b)| [a, b]).collect());
        }
        let mut columns: Vec<Vec<Tile>> = vec![Vec::with_capacity(count); later.len()];
        let element = |tile: &Tile, index: usize| crate::move_elements!(tile.clone(), x => crate::tile::Elements::Same(x.at(index)));
        for index in 0..count {
            let pairs = later.iter().zip(&earlier);
            let arguments = pairs.flat_map(|(a, b)| [element(a, index), element(b, index)]);
            let results = self.apply(body, arguments.collect())?;
            for (column, tile) in columns.iter_mut().zip(results) {
                column.push(tile);
            }
        }
        let line = Shape {
            sizes: vec![count],
            count,
        };
        let joined = columns.iter().map(|column| stack(column, &line, 0));
        Ok(joined.collect::<Option<Vec<_>>>().ok_or_else(broken)?)
    }

    fn apply(&mut self, body: &Body, arguments: Vec<Tile>) -> Result<Vec<Tile>, Error> {
        self.enter(body, arguments.into_iter().map(Value::Tile).collect());
        let Flow::Yield(values) = self.run(body)? else {
            return Err(broken().into());
        };
        let tiles = values.into_iter().map(|value| match value {
            Value::Tile(tile) => Some(tile),
            _ => None,
        });
        Ok(tiles.collect::<Option<Vec<_>>>().ok_or_else(broken)?)
    }
}
