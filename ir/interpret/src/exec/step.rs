//! Operations other than control flow, each handed to where it is done.

use cutile_ir::ir::ScalarType;

use super::{Block, Error, Stop, Tensor, Value, broken};
use super::{assume, convert, elementwise, integers, product, shape};
use crate::end::FaultKind;
use crate::number::bits;
use crate::program::code::{Code, Extent, Step};
use crate::tile::{Elements, Tile};

impl Block<'_> {
    pub(super) fn execute(&mut self, step: &Step) -> Result<(), Error> {
        let result = match &step.code {
            Code::Constant(_)
            | Code::Iota(..)
            | Code::Same
            | Code::IntToPtr
            | Code::PtrToInt
            | Code::Offset(_)
            | Code::Token
            | Code::Global(_)
            | Code::Assume(..) => self.simple(step)?,
            Code::FloatUnary(_)
            | Code::FloatBinary(_)
            | Code::Fma { .. }
            | Code::FloatPower
            | Code::CompareFloat(..)
            | Code::IntegerUnary(_)
            | Code::IntegerBinary(_)
            | Code::CompareInteger(..)
            | Code::Convert(..)
            | Code::Select
            | Code::Product(_) => Value::Tile(self.compute(step)?),
            Code::Broadcast { .. }
            | Code::Permute { .. }
            | Code::Cat { .. }
            | Code::Extract { .. }
            | Code::Insert { .. }
            | Code::Pack { .. }
            | Code::Unpack { .. } => Value::Tile(self.reshape(step)?),
            Code::Reduce { .. } | Code::Scan { .. } => return self.aggregate(step),
            Code::BlockId | Code::BlockCount => {
                let numbers = match step.code {
                    Code::BlockId => self.id,
                    _ => self.shared.grid,
                };
                let tile = |n: u32| Value::Tile(Tile::I32(Elements::Same(n as i32)));
                return Ok(self.give(step, numbers.map(tile).to_vec())?);
            }
            Code::TensorView {
                element,
                sizes,
                strides,
            } => self.tensor(step, *element, sizes, strides)?,
            Code::View(kind) => match self.value(step, 0)? {
                Value::Tensor(tensor) => Value::View(tensor, kind.clone()),
                _ => return Err(broken().into()),
            },
            Code::IndexSpace(scalar) | Code::TensorShape(scalar) => {
                return self.extent(step, *scalar);
            }
            Code::LoadView { .. } | Code::StoreView { .. } | Code::AtomicView { .. } => {
                return self.through_view(step);
            }
            Code::LoadPtr { .. }
            | Code::StorePtr { .. }
            | Code::Exchange { .. }
            | Code::Modify { .. } => return self.through_pointers(step),
            Code::Alloca { bytes, alignment } => self.alloca(*bytes, *alignment)?,
            Code::Assert(message, count) => {
                let Tile::I1(holds) = self.tile(step, 0)? else {
                    return Err(broken().into());
                };
                if *count > 0 && !holds.all(|holds| holds) {
                    return Err(FaultKind::Assertion(message.clone()).into());
                }
                return Ok(());
            }
            Code::Print(text, arguments) => return self.print(step, text, arguments),
            Code::Unsupported(name) => return Err(Stop::Unsupported(name.clone()).into()),
            Code::If { .. }
            | Code::For { .. }
            | Code::Loop { .. }
            | Code::Yield
            | Code::Continue
            | Code::Break
            | Code::Return => return Err(broken().into()),
        };
        Ok(self.give(step, vec![result])?)
    }

    fn simple(&mut self, step: &Step) -> Result<Value, Error> {
        Ok(match &step.code {
            Code::Constant(tile) => Value::Tile(tile.clone()),
            Code::Iota(scalar, count) => Value::Tile(Tile::from_bits(*scalar, shape::iota(*count))),
            Code::Same => self.value(step, 0)?,
            Code::IntToPtr => match self.tile(step, 0)? {
                Tile::I64(x) => Value::Tile(Tile::Pointer(x.map(|v| v as u64))),
                _ => return Err(broken().into()),
            },
            Code::PtrToInt => match self.tile(step, 0)? {
                Tile::Pointer(x) => Value::Tile(Tile::I64(x.map(|v| v as i64))),
                _ => return Err(broken().into()),
            },
            Code::Offset(bytes) => {
                let Tile::Pointer(pointers) = self.tile(step, 0)? else {
                    return Err(broken().into());
                };
                let offsets = integers::integers(&self.tile(step, 1)?).ok_or_else(broken)?;
                let moved = pointers.zip(offsets, |p, n| {
                    p.wrapping_add_signed(n.wrapping_mul(*bytes))
                });
                Value::Tile(Tile::Pointer(moved))
            }
            Code::Global(number) => {
                let buffer = self.shared.memory.buffer(self.shared.globals + number);
                let address = buffer.ok_or_else(broken)?.address();
                Value::Tile(Tile::Pointer(Elements::Same(address)))
            }
            Code::Assume(assumption, shape) => {
                let value = self.value(step, 0)?;
                assume::check(assumption, shape, &value)?;
                value
            }
            _ => Value::Token,
        })
    }

    fn compute(&mut self, step: &Step) -> Result<Tile, Error> {
        let a = self.tile(step, 0)?;
        let tile = match &step.code {
            Code::FloatUnary(op) => elementwise::float_unary(*op, a),
            Code::FloatBinary(op) => elementwise::float_binary(*op, a, self.tile(step, 1)?),
            Code::Fma { rounding, flush } => {
                let (b, c) = (self.tile(step, 1)?, self.tile(step, 2)?);
                elementwise::fma(*rounding, *flush, a, b, c)
            }
            Code::FloatPower => elementwise::float_power(a, &self.tile(step, 1)?),
            Code::CompareFloat(predicate, ordering) => {
                elementwise::compare_floats(*predicate, *ordering, a, self.tile(step, 1)?)
            }
            Code::IntegerUnary(op) => integers::integer_unary(*op, a, &mut self.notes),
            Code::IntegerBinary(op) => {
                let b = self.tile(step, 1)?;
                integers::integer_binary(*op, a, b, &mut self.notes).transpose()?
            }
            Code::CompareInteger(predicate, signedness) => {
                integers::compare_integers(*predicate, *signedness, a, self.tile(step, 1)?)
            }
            Code::Convert(conversion, to) => convert::convert(*conversion, *to, a, &mut self.notes),
            Code::Select => {
                let (yes, no) = (self.tile(step, 1)?, self.tile(step, 2)?);
                elementwise::select(a, yes, no)
            }
            Code::Product(p) => {
                let (b, acc) = (self.tile(step, 1)?, self.tile(step, 2)?);
                let scales = match p.scaled {
                    0 => None,
                    _ => Some((self.tile(step, 3)?, self.tile(step, 4)?)),
                };
                product::product(*p, a, b, acc, scales)
            }
            _ => None,
        };
        Ok(tile.ok_or_else(broken)?)
    }

    fn reshape(&mut self, step: &Step) -> Result<Tile, Error> {
        let a = self.tile(step, 0)?;
        let tile = match &step.code {
            Code::Broadcast { from, to } => Some(shape::broadcast(a, from, to)),
            Code::Permute { from, permutation } => Some(shape::permute(a, from, permutation)),
            Code::Cat { left, right, dim } => shape::cat(a, self.tile(step, 1)?, left, right, *dim),
            Code::Extract { from, to } => {
                let indices = self.integers(step, 1)?;
                Some(shape::extract(a, from, to, &indices)?)
            }
            Code::Insert { slice, into } => {
                let whole = self.tile(step, 1)?;
                let indices = self.integers(step, 2)?;
                shape::insert(a, whole, slice, into, &indices)?
            }
            Code::Pack { count, from } => Some(repacked(&a, bits(*from), *count, ScalarType::I8)),
            Code::Unpack { count, to } => Some(repacked(&a, 8, *count, *to)),
            _ => None,
        };
        Ok(tile.ok_or_else(broken)?)
    }

    /// The operands from a number on as integers.
    pub(super) fn integers(&mut self, step: &Step, from: usize) -> Result<Vec<i64>, Stop> {
        (from..step.operands.len())
            .map(|index| self.integer(step, index))
            .collect()
    }

    fn tensor(
        &mut self,
        step: &Step,
        element: ScalarType,
        sizes: &[Extent],
        strides: &[Extent],
    ) -> Result<Value, Error> {
        let Tile::Pointer(address) = self.tile(step, 0)? else {
            return Err(broken().into());
        };
        let mut numbers = |extents: &[Extent]| -> Result<Vec<i64>, Stop> {
            let number = |extent: &Extent| match extent {
                Extent::Static(n) => Ok(*n),
                Extent::Dynamic(operand) => self.integer(step, *operand),
            };
            extents.iter().map(number).collect()
        };
        let (sizes, strides) = (numbers(sizes)?, numbers(strides)?);
        Ok(Value::Tensor(std::sync::Arc::new(Tensor {
            address: address.first(),
            element,
            sizes,
            strides,
        })))
    }
}

fn repacked(tile: &Tile, width: u32, count: usize, to: ScalarType) -> Tile {
    let out = convert::repack(&tile.to_bits(), width, count, bits(to));
    Tile::from_bits(to, Elements::new(out))
}
