//! Kernels made in a few words, and running them.
#![allow(dead_code, reason = "each test file uses some of it")]

use cutile_ir::builder::{OpBuilder, append_op, build_block};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, FuncType, Location, Module, Region, ScalarType,
    TileElementType, Type, Value,
};
use tileport_interpret::launch::LaunchError;
use tileport_interpret::{Argument, Memory, Options, Outcome, Program, launch};
use tileport_ir::ops::Enumeration;

/// An entry under construction. Types are spelt as `128xf32`, `ptr<f32>`, `token`, or in full.
pub struct Build {
    pub module: Module,
    blocks: Vec<BlockId>,
    line: u32,
}

/// A module of one entry.
pub fn kernel(parameters: &[&str], body: impl FnOnce(&mut Build, &[Value])) -> Module {
    let mut module = Module::new("kernels");
    let types: Vec<Type> = parameters.iter().map(|p| ty(p)).collect();
    let (block, arguments) = build_block(&mut module, &types);
    let mut build = Build {
        module,
        blocks: vec![block],
        line: 0,
    };
    body(&mut build, &arguments);
    build.end(Opcode::Return, &[]);
    let mut module = build.module;
    let region = module.alloc_region(Region {
        blocks: vec![block],
    });
    let signature = FuncType {
        inputs: types,
        results: Vec::new(),
    };
    let (entry, _) = OpBuilder::new(Opcode::Entry, Location::Unknown)
        .attr("sym_name", Attribute::String("kernel".into()))
        .attr("function_type", Attribute::Type(Type::Func(signature)))
        .region(region)
        .build(&mut module);
    module.functions.push(entry);
    module
}

pub fn ty(text: &str) -> Type {
    let full = match text {
        "token" => text.to_owned(),
        t if t.contains("view<") => t.to_owned(),
        t => format!("tile<{t}>"),
    };
    Type::parse(&full).unwrap_or_else(|| panic!("no type: {text}"))
}

pub fn segments(sizes: &[usize]) -> (&'static str, Attribute) {
    let sizes = sizes.iter().map(|&s| Attribute::i32(s as i64));
    ("operandSegmentSizes", Attribute::Array(sizes.collect()))
}

/// The number of a value of an enumeration, by its spelling.
pub fn value_of<E: Enumeration>(name: &str) -> Attribute {
    let found = E::VALUES.iter().position(|(_, n)| *n == name);
    Attribute::i32(found.unwrap_or_else(|| panic!("no value {name}")) as i64)
}

impl Build {
    pub fn op(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        results: &[&str],
        attributes: &[(&str, Attribute)],
    ) -> Vec<Value> {
        self.nest(opcode, operands, results, attributes, Vec::new())
    }

    pub fn one(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        result: &str,
        attributes: &[(&str, Attribute)],
    ) -> Value {
        self.op(opcode, operands, &[result], attributes)[0]
    }

    pub fn end(&mut self, opcode: Opcode, operands: &[Value]) {
        self.op(opcode, operands, &[], &[]);
    }

    pub fn nest(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        results: &[&str],
        attributes: &[(&str, Attribute)],
        regions: Vec<Region>,
    ) -> Vec<Value> {
        self.line += 1;
        let location = Location::FileLineCol {
            filename: "kernel.py".into(),
            line: self.line,
            column: 4,
        };
        let mut builder = OpBuilder::new(opcode, location)
            .operands(operands.iter().copied())
            .results(results.iter().map(|r| ty(r)))
            .attrs(attributes.iter().map(|(n, a)| ((*n).to_owned(), a.clone())));
        for region in regions {
            let region = self.module.alloc_region(region);
            builder = builder.region(region);
        }
        let (op, values) = builder.build(&mut self.module);
        append_op(&mut self.module, *self.blocks.last().unwrap(), op);
        values
    }

    /// A region of one block.
    pub fn region(&mut self, types: &[&str], body: impl FnOnce(&mut Self, &[Value])) -> Region {
        let types: Vec<Type> = types.iter().map(|t| ty(t)).collect();
        let (block, arguments) = build_block(&mut self.module, &types);
        self.blocks.push(block);
        body(self, &arguments);
        self.blocks.pop();
        Region {
            blocks: vec![block],
        }
    }

    pub fn constant(&mut self, result: &str, data: Vec<u8>) -> Value {
        let element_type = ty(result);
        let shape = match &element_type {
            Type::Tile(t) => t.shape.clone(),
            _ => Vec::new(),
        };
        let value = Attribute::DenseElements(DenseElements {
            element_type,
            shape,
            data,
        });
        self.one(Opcode::Constant, &[], result, &[("value", value)])
    }

    /// A constant of equal integers.
    pub fn int(&mut self, v: i64, result: &str) -> Value {
        let Type::Tile(t) = ty(result) else {
            panic!("no tile")
        };
        let TileElementType::Scalar(s) = t.element_type else {
            panic!("no number")
        };
        let data = match s {
            ScalarType::I1 => vec![if v == 0 { 0 } else { 0xFF }],
            _ => v.to_le_bytes()[..s.byte_width()].to_vec(),
        };
        self.constant(result, data)
    }

    pub fn float(&mut self, v: f32, result: &str) -> Value {
        self.constant(result, v.to_le_bytes().to_vec())
    }

    /// An operation on two integers or floats of one type with the usual attributes.
    pub fn two(&mut self, opcode: Opcode, a: Value, b: Value, result: &str) -> Value {
        let attributes: &[(&str, Attribute)] = match opcode {
            Opcode::AddI | Opcode::SubI | Opcode::MulI | Opcode::ShLI => {
                &[("overflow", Attribute::i32(0))]
            }
            Opcode::AddF | Opcode::SubF | Opcode::MulF | Opcode::DivF => {
                &[("rounding_mode", Attribute::i32(0))]
            }
            Opcode::MaxI | Opcode::MinI | Opcode::RemI => &[("signedness", Attribute::i32(1))],
            Opcode::DivI => &[
                ("signedness", Attribute::i32(1)),
                ("rounding", Attribute::i32(1)),
            ],
            _ => &[],
        };
        self.one(opcode, &[a, b], result, attributes)
    }

    /// Whether `a < b`, signed.
    pub fn less(&mut self, a: Value, b: Value, result: &str) -> Value {
        let attributes = [
            ("comparison_predicate", Attribute::i32(2)),
            ("signedness", Attribute::i32(1)),
        ];
        self.one(Opcode::CmpI, &[a, b], result, &attributes)
    }

    /// Pointers to `count` elements in a row.
    pub fn pointers(&mut self, base: Value, scalar: &str, count: usize) -> Value {
        let numbers = self.one(Opcode::Iota, &[], &format!("{count}xi32"), &[]);
        self.pointers_at(base, scalar, numbers, count)
    }

    /// Pointers to the elements of these numbers.
    pub fn pointers_at(
        &mut self,
        base: Value,
        scalar: &str,
        numbers: Value,
        count: usize,
    ) -> Value {
        let many = format!("{count}xptr<{scalar}>");
        let one = self.one(Opcode::Reshape, &[base], &format!("1xptr<{scalar}>"), &[]);
        let spread = self.one(Opcode::Broadcast, &[one], &many, &[]);
        self.one(Opcode::Offset, &[spread, numbers], &many, &[])
    }

    pub fn load(&mut self, pointers: Value, result: &str) -> Value {
        let attributes = [
            ("memory_ordering_semantics", Attribute::i32(0)),
            segments(&[1, 0, 0, 0]),
        ];
        self.op(
            Opcode::LoadPtrTko,
            &[pointers],
            &[result, "token"],
            &attributes,
        )[0]
    }

    pub fn store(&mut self, pointers: Value, value: Value) {
        let attributes = [
            ("memory_ordering_semantics", Attribute::i32(0)),
            segments(&[1, 1, 0, 0]),
        ];
        self.op(
            Opcode::StorePtrTko,
            &[pointers, value],
            &["token"],
            &attributes,
        );
    }

    pub fn store_row(&mut self, base: Value, scalar: &str, count: usize, value: Value) {
        let pointers = self.pointers(base, scalar, count);
        self.store(pointers, value);
    }

    pub fn load_row(&mut self, base: Value, scalar: &str, count: usize) -> Value {
        let pointers = self.pointers(base, scalar, count);
        self.load(pointers, &format!("{count}x{scalar}"))
    }
}

/// A kernel's program; the module has to be valid.
pub fn program(module: &Module) -> Program {
    Program::new(module)
        .unwrap_or_else(|error| panic!("{error}\n{}", tileport_ir::print::print(module)))
}

/// Runs a kernel whose parameters are all buffers. Gives the outcome and what the buffers hold.
pub fn run(module: &Module, grid: [u32; 3], buffers: &[Vec<u8>]) -> (Outcome, Vec<Vec<u8>>) {
    run_with(module, grid, buffers, &Options::default()).expect("it starts")
}

pub fn run_with(
    module: &Module,
    grid: [u32; 3],
    buffers: &[Vec<u8>],
    options: &Options,
) -> Result<(Outcome, Vec<Vec<u8>>), LaunchError> {
    let mut memory = Memory::new();
    let arguments: Vec<Argument> = buffers
        .iter()
        .map(|bytes| Argument::Buffer(memory.add(bytes, 256)))
        .collect();
    let outcome = launch(&program(module), &mut memory, grid, &arguments, options)?;
    let contents = (0..buffers.len()).map(|n| memory.buffer(n).unwrap().contents());
    Ok((outcome, contents.collect()))
}

pub fn bytes<T, const N: usize>(values: &[T], to: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(to).collect()
}

pub fn f32s(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|w| f32::from_le_bytes(w.try_into().unwrap()))
        .collect()
}

pub fn i32s(bytes: &[u8]) -> Vec<i32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|w| i32::from_le_bytes(w.try_into().unwrap()))
        .collect()
}

pub fn of_f32s(values: &[f32]) -> Vec<u8> {
    bytes(values, |v| v.to_le_bytes())
}

pub fn of_i32s(values: &[i32]) -> Vec<u8> {
    bytes(values, |v| v.to_le_bytes())
}
