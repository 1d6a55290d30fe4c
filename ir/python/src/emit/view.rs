//! Views of arrays and lists of arrays.

use super::builder::{Emitter, segments};
use super::types;
use crate::diagnostic::{Error, Result};
use crate::dtype::Dtype;
use crate::mid::types::{ArrayType, TileType};
use crate::mid::{Const, Shape, Type, Var};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    self, Attribute, DYNAMIC, DivBy, IntegerOverflow, MemoryOrdering, ScalarType, TensorViewType,
    Value,
};

/// Static extents, and values for those that are not.
struct Extents {
    ty: TensorViewType,
    shape: Vec<Value>,
    strides: Vec<Value>,
}

impl Emitter<'_> {
    pub fn make_tensor_view(
        &mut self,
        base_ptr: Var,
        shape: &[Var],
        strides: &[Var],
        results: &[Var],
    ) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let Type::Array(array) = self.body.ty(result)? else {
            return Err(Error::ty("internal: a tensor view of something else"));
        };
        let extents = self.extents(array.dtype, shape, strides)?;
        self.set_tensor_view(result, extents.ty.clone());
        let base = self.value(base_ptr)?;
        let view = self.tensor_view_op(base, extents)?;
        self.define(results, &[view])
    }

    fn tensor_view_op(&mut self, base: Value, extents: Extents) -> Result<Value> {
        let Extents { ty, shape, strides } = extents;
        let groups = segments(&[&[base], &shape, &strides]);
        let draft = self
            .draft(Opcode::MakeTensorView)
            .attr("operandSegmentSizes", groups)
            .operand(base)
            .operands(shape)
            .operands(strides)
            .result(ir::Type::TensorView(ty));
        self.push_one(draft)
    }

    /// A stride of 1 on a dimension of size 1 stays dynamic and is assumed divisible by 16 bytes:
    /// as a static stride it could be taken for the contiguous dimension.
    fn extents(&mut self, dtype: Dtype, shape: &[Var], strides: &[Var]) -> Result<Extents> {
        let mut out = Extents {
            ty: TensorViewType {
                element_type: types::scalar(dtype),
                shape: Vec::new(),
                strides: Vec::new(),
            },
            shape: Vec::new(),
            strides: Vec::new(),
        };
        let per_16_bytes = match 128 % dtype.bits() {
            0 => u64::from(128 / dtype.bits()),
            _ => 1,
        };
        for (&size_var, &stride_var) in shape.iter().zip(strides) {
            let size = self.static_extent(size_var);
            out.ty.shape.push(size.unwrap_or(DYNAMIC));
            if size.is_none() {
                out.shape.push(self.value(size_var)?);
            }
            let single = size == Some(1);
            let stride = self.static_extent(stride_var);
            let stride = stride.filter(|&s| !(single && s == 1));
            out.ty.strides.push(stride.unwrap_or(DYNAMIC));
            if stride.is_none() {
                let mut value = self.value(stride_var)?;
                if single && per_16_bytes > 1 {
                    let predicate = Attribute::DivBy(DivBy {
                        divisor: per_16_bytes,
                        every: None,
                        along: None,
                    });
                    let ty = self.value_type(stride_var)?;
                    let draft = self.draft(Opcode::Assume).attr("predicate", predicate);
                    value = self.push_one(draft.operand(value).result(ty))?;
                }
                out.strides.push(value);
            }
        }
        Ok(out)
    }

    /// A known extent that the type of a tensor view can hold.
    fn static_extent(&self, var: Var) -> Option<i64> {
        let known = self.facts.get(var).const_value?;
        i64::try_from(known).ok().filter(|&n| n > 0)
    }

    pub fn make_view(&mut self, opcode: Opcode, array: Var, results: &[Var]) -> Result<()> {
        self.require_opcode(opcode)?;
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let ty = types::view(self.body.ty(result)?, self.tensor_view(array)?)?;
        let value = self.value(array)?;
        let view = self.one(opcode, &[value], ty)?;
        self.define(results, &[view])
    }

    pub fn num_tiles(&mut self, view: Var, results: &[Var]) -> Result<()> {
        let view = self.value(view)?;
        let ty = types::tile_of(ScalarType::I32, &[]);
        let draft = self.draft(Opcode::GetIndexSpaceShape).operand(view);
        let values = self.push(draft.results(vec![ty; results.len()]));
        self.define(results, &values)
    }

    /// A list is a tensor of 64-bit words, one row an array: address, sizes, strides. Its view
    /// has no padding, so that reading outside is undetermined.
    pub fn make_list_view(&mut self, base_ptr: Var, length: Var, results: &[Var]) -> Result<()> {
        let Some(&result) = results.first() else {
            return Ok(());
        };
        let Type::List(array) = self.body.ty(result)? else {
            return Err(Error::ty("internal: a list view of something else"));
        };
        let words = item_words(array);
        let row = i64::from(words);
        let ty = TensorViewType {
            element_type: ScalarType::I64,
            shape: vec![DYNAMIC, row],
            strides: vec![row, 1],
        };
        let extents = Extents {
            ty: ty.clone(),
            shape: vec![self.value(length)?],
            strides: Vec::new(),
        };
        let base = self.value(base_ptr)?;
        let tensor = self.tensor_view_op(base, extents)?;
        let ty = ir::Type::PartitionView(ir::PartitionViewType {
            tile_shape: vec![1, item_tile(words)],
            tensor_view: ty,
            dim_map: vec![0, 1],
            padding_value: None,
        });
        let view = self.one(Opcode::MakePartitionView, &[tensor], ty)?;
        self.define(results, &[view])
    }

    /// Reads a row of a list and takes it apart.
    pub fn list_item(&mut self, list: Var, index: Var, results: &[Var]) -> Result<()> {
        let Type::List(array) = self.body.ty(list)? else {
            return Err(Error::ty("internal: an item of something else than a list"));
        };
        let words = item_words(array);
        let i32_ty = TileType::new(Dtype::Int32, Shape::SCALAR);
        let view = self.value(list)?;
        let index_ty = self.tile(index)?;
        let mut index = self.value(index)?;
        if index_ty.element != i32_ty.element {
            index = self.convert(index, index_ty, i32_ty, None)?;
        }
        let zero = self.constant(&Const::Int(0), i32_ty)?;
        let row = self.load_row(view, [index, zero], item_tile(words))?;
        let mut parts = Vec::new();
        for i in 0..words {
            let number = self.constant(&Const::Int(i.into()), i32_ty)?;
            let word = types::tile_of(ScalarType::I64, &[1, 1]);
            let draft = self.draft(Opcode::Extract).operands([row, zero, number]);
            let word = self.push_one(draft.result(word))?;
            let scalar = types::tile_of(ScalarType::I64, &[]);
            parts.push(self.one(Opcode::Reshape, &[word], scalar)?);
        }
        let wide = array.index_dtype.bits() >= 64;
        let values = self.item_parts(&parts, wide, results)?;
        self.define(results, &values)
    }

    fn load_row(&mut self, view: Value, index: [Value; 2], width: i32) -> Result<Value> {
        let draft = self
            .draft(Opcode::LoadViewTko)
            .attr(
                "memory_ordering_semantics",
                Attribute::i32(MemoryOrdering::Weak as i64),
            )
            .operand(view)
            .operands(index)
            .result(types::tile_of(ScalarType::I64, &[1, width.into()]))
            .result(ir::Type::Token);
        let draft = self.inbounds(draft, &[false, false])?;
        let draft = draft.attr("operandSegmentSizes", segments(&[&[view], &index, &[]]));
        self.push_one(draft)
    }

    /// The address from the first word, then sizes and strides, narrowed unless they are wide.
    fn item_parts(&mut self, words: &[Value], wide: bool, results: &[Var]) -> Result<Vec<Value>> {
        let (Some((&address, rest)), Some((&base, extents))) =
            (words.split_first(), results.split_first())
        else {
            return Err(Error::ty("internal: an item without parts"));
        };
        let mut out = Vec::new();
        for (&word, &var) in rest.iter().zip(extents) {
            let ty = self.value_type(var)?;
            if wide {
                out.push(word);
                continue;
            }
            let overflow = Attribute::i32(IntegerOverflow::None as i64);
            let draft = self.draft(Opcode::TruncI).attr("overflow", overflow);
            out.push(self.push_one(draft.operand(word).result(ty))?);
        }
        let ty = self.value_type(base)?;
        out.insert(0, self.one(Opcode::IntToPtr, &[address], ty)?);
        Ok(out)
    }
}

/// Address, sizes and strides of an array in a list, in words.
fn item_words(array: &ArrayType) -> u32 {
    1 + 2 * array.rank() as u32
}

/// The power of two that holds so many words.
fn item_tile(words: u32) -> i32 {
    words.next_power_of_two().cast_signed()
}
