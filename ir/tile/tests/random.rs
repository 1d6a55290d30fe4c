//! Modules put together at random: valid, written by the official writer, read
//! back, the same.

use cutile_ir::OpBuilder;
use cutile_ir::builder::{append_op, build_single_block_region};
use cutile_ir::bytecode::{BytecodeVersion, Opcode, write_bytecode_version};
use cutile_ir::ir::{
    Attribute, BlockId, Bounded, DISubprogram, DenseElements, DivBy, FuncType, Location, Module,
    OptimizationHints, PointerType, ScalarType, TileElementType, TileType, Type, Value,
};
use proptest::prelude::*;
use tileport_ir::Version;
use tileport_ir::bytecode::read;
use tileport_ir::print::print;
use tileport_ir::verify::verify_for;

fn tile(element: ScalarType, shape: &[i64]) -> Type {
    Type::Tile(TileType {
        shape: shape.to_vec(),
        element_type: TileElementType::Scalar(element),
    })
}

fn pointers(shape: &[i64]) -> Type {
    Type::Tile(TileType {
        shape: shape.to_vec(),
        element_type: TileElementType::Pointer(Box::new(PointerType {
            pointee: ScalarType::F32,
        })),
    })
}

const SHAPE: &[i64] = &[2, 8];

/// Builds a kernel from numbers: each decides on one operation.
struct Maker {
    module: Module,
    block: BlockId,
    /// Values in scope by kind.
    floats: Vec<Value>,
    ints: Vec<Value>,
    bools: Vec<Value>,
    tokens: Vec<Value>,
    singles: Vec<Value>,
    addresses: Value,
    line: u32,
}

/// The state to go back to after a region.
type Scope = (BlockId, [usize; 5]);

impl Maker {
    fn location(&mut self) -> Location {
        self.line += 1;
        match self.line % 7 {
            0 => Location::Unknown,
            _ => Location::DebugInfo(cutile_ir::ir::DebugInfoLoc {
                filename: "random.py".to_owned(),
                line: self.line,
                column: self.line % 40,
                scope: cutile_ir::ir::DebugScope::Subprogram(subprogram()),
            }),
        }
    }

    fn op(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        result: Type,
        attributes: &[(&str, Attribute)],
    ) -> Value {
        let location = self.location();
        let mut builder = OpBuilder::new(opcode, location)
            .operands(operands.iter().copied())
            .result(result);
        for (name, value) in attributes {
            builder = builder.attr(*name, value.clone());
        }
        let (op, results) = builder.build(&mut self.module);
        append_op(&mut self.module, self.block, op);
        results[0]
    }

    fn end(&mut self, opcode: Opcode, operands: &[Value]) {
        let builder = OpBuilder::new(opcode, Location::Unknown).operands(operands.iter().copied());
        let (op, _) = builder.build(&mut self.module);
        append_op(&mut self.module, self.block, op);
    }

    fn enter(&mut self, block: BlockId) -> Scope {
        let outer = (
            self.block,
            [
                self.floats.len(),
                self.ints.len(),
                self.bools.len(),
                self.tokens.len(),
                self.singles.len(),
            ],
        );
        self.block = block;
        outer
    }

    fn leave(&mut self, (block, [floats, ints, bools, tokens, singles]): Scope) {
        self.block = block;
        self.floats.truncate(floats);
        self.ints.truncate(ints);
        self.bools.truncate(bools);
        self.tokens.truncate(tokens);
        self.singles.truncate(singles);
    }

    /// One more operation, chosen and supplied by `n`.
    fn grow(&mut self, n: u64, depth: usize, rest: &mut std::slice::Iter<'_, u64>) {
        let pick = |values: &[Value], shift: u32| values[(n >> shift) as usize % values.len()];
        let (f, g) = (pick(&self.floats, 8), pick(&self.floats, 16));
        let (i, j) = (pick(&self.ints, 8), pick(&self.ints, 16));
        let (b, s) = (pick(&self.bools, 24), pick(&self.singles, 8));
        let token = pick(&self.tokens, 24);
        let (float, int) = (tile(ScalarType::F32, SHAPE), tile(ScalarType::I32, SHAPE));
        let bool = tile(ScalarType::I1, SHAPE);
        let number = |limit: u64| Attribute::i32((n >> 32) as i64 % limit as i64);
        let flag = n >> 40 & 1 == 1;
        let ftz: &[(&str, Attribute)] = match flag {
            true => &[("flush_to_zero", Attribute::Bool(true))],
            false => &[],
        };
        let rounded = |limit| [ftz, &[("rounding_mode", number(limit))]].concat();
        match n % 16 {
            0 => {
                let opcode =
                    [Opcode::AddF, Opcode::SubF, Opcode::MulF, Opcode::DivF][(n >> 4) as usize % 4];
                let value = self.op(opcode, &[f, g], float, &rounded(4));
                self.floats.push(value);
            }
            1 => {
                let opcode =
                    [Opcode::AddI, Opcode::SubI, Opcode::MulI, Opcode::ShLI][(n >> 4) as usize % 4];
                let value = self.op(opcode, &[i, j], int, &[("overflow", number(4))]);
                self.ints.push(value);
            }
            2 => {
                let attributes = [
                    ("comparison_predicate", number(6)),
                    ("signedness", number(2)),
                ];
                let value = self.op(Opcode::CmpI, &[i, j], bool, &attributes);
                self.bools.push(value);
            }
            3 => {
                let attributes = [
                    ("comparison_predicate", number(6)),
                    ("comparison_ordering", number(2)),
                ];
                let value = self.op(Opcode::CmpF, &[f, g], bool, &attributes);
                self.bools.push(value);
            }
            4 => {
                let value = self.op(Opcode::Select, &[b, f, g], float, &[]);
                self.floats.push(value);
            }
            5 => {
                let attributes = [
                    ("signedness", number(2)),
                    ("rounding_mode", Attribute::i32(0)),
                ];
                let value = self.op(Opcode::IToF, &[i], float, &attributes);
                self.floats.push(value);
            }
            6 | 7 => {
                let data = match flag {
                    true => (n as u32).to_le_bytes().to_vec(),
                    false => (0..64u8).map(|k| k.wrapping_mul(n as u8)).collect(),
                };
                let elements = Attribute::DenseElements(DenseElements {
                    element_type: int.clone(),
                    shape: if flag { vec![] } else { SHAPE.to_vec() },
                    data,
                });
                let value = self.op(Opcode::Constant, &[], int, &[("value", elements)]);
                self.ints.push(value);
            }
            8 => {
                let predicate = match flag {
                    true => Attribute::DivBy(DivBy {
                        divisor: 1 << (n >> 8 & 31),
                        every: Some(2),
                        along: Some(1),
                    }),
                    false => Attribute::Bounded(Bounded {
                        lb: Some(-((n >> 8 & 0xFFFF) as i64)),
                        ub: None,
                    }),
                };
                let value = self.op(Opcode::Assume, &[i], int, &[("predicate", predicate)]);
                self.ints.push(value);
            }
            9 => {
                let flags: Vec<_> = [("propagate_nan", n >> 41), ("flush_to_zero", n >> 40)]
                    .into_iter()
                    .filter(|(_, bit)| bit & 1 == 1)
                    .map(|(name, _)| (name, Attribute::Bool(true)))
                    .collect();
                let value = self.op(Opcode::MaxF, &[f, g], float, &flags);
                self.floats.push(value);
            }
            10 => self.load(n, b, f, token),
            11 => {
                let first = self.op(Opcode::JoinTokens, &[token, token], Type::Token, &[]);
                self.tokens.push(first);
            }
            12 | 13 if depth < 4 => self.counted(s, f, depth, rest),
            14 if depth < 4 => self.branch(f, g, depth, rest),
            _ => {
                let value = self.op(Opcode::NegF, &[f], float, &[]);
                self.floats.push(value);
            }
        }
    }

    fn load(&mut self, n: u64, mask: Value, padding: Value, token: Value) {
        let given = [true, n >> 33 & 1 == 1, n >> 33 & 3 == 3, n >> 35 & 1 == 1];
        let all = [self.addresses, mask, padding, token];
        let operands = all.iter().zip(given).filter(|(_, g)| *g).map(|(v, _)| *v);
        let sizes = given.map(|g| Attribute::i32(i64::from(g))).to_vec();
        let mut attributes = vec![("memory_ordering_semantics".to_owned(), Attribute::i32(0))];
        if n >> 36 & 1 == 1 {
            let latency = (
                "latency".to_owned(),
                Attribute::i32(1 + (n >> 37) as i64 % 10),
            );
            attributes.push((
                "optimization_hints".to_owned(),
                Attribute::OptimizationHints(OptimizationHints {
                    entries: vec![("sm_90".to_owned(), vec![latency])],
                }),
            ));
        }
        attributes.push(("operandSegmentSizes".to_owned(), Attribute::Array(sizes)));
        let location = self.location();
        let (op, results) = OpBuilder::new(Opcode::LoadPtrTko, location)
            .operands(operands)
            .attrs(attributes)
            .result(tile(ScalarType::F32, SHAPE))
            .result(Type::Token)
            .build(&mut self.module);
        append_op(&mut self.module, self.block, op);
        self.floats.push(results[0]);
        self.tokens.push(results[1]);
    }

    fn counted(
        &mut self,
        bound: Value,
        init: Value,
        depth: usize,
        rest: &mut std::slice::Iter<'_, u64>,
    ) {
        let single = tile(ScalarType::I32, &[]);
        let float = tile(ScalarType::F32, SHAPE);
        let (region, block, args) =
            build_single_block_region(&mut self.module, &[single, float.clone()]);
        let outer = self.enter(block);
        self.singles.push(args[0]);
        self.floats.push(args[1]);
        self.some(depth, rest);
        let last = *self.floats.last().unwrap();
        self.end(Opcode::Continue, &[last]);
        self.leave(outer);
        let location = self.location();
        let (op, results) = OpBuilder::new(Opcode::For, location)
            .operands([bound, bound, bound, init])
            .result(float)
            .region(region)
            .build(&mut self.module);
        append_op(&mut self.module, self.block, op);
        self.floats.push(results[0]);
    }

    fn branch(&mut self, f: Value, g: Value, depth: usize, rest: &mut std::slice::Iter<'_, u64>) {
        let single = tile(ScalarType::I1, &[]);
        let elements = Attribute::DenseElements(DenseElements {
            element_type: single.clone(),
            shape: vec![],
            data: vec![0xFF],
        });
        let condition = self.op(Opcode::Constant, &[], single, &[("value", elements)]);
        let mut regions = Vec::new();
        for value in [f, g] {
            let (region, block, _) = build_single_block_region(&mut self.module, &[]);
            let outer = self.enter(block);
            self.floats.push(value);
            self.some(depth, rest);
            let last = *self.floats.last().unwrap();
            self.end(Opcode::Yield, &[last]);
            self.leave(outer);
            regions.push(region);
        }
        let location = self.location();
        let (op, results) = OpBuilder::new(Opcode::If, location)
            .operand(condition)
            .result(tile(ScalarType::F32, SHAPE))
            .regions(regions)
            .build(&mut self.module);
        append_op(&mut self.module, self.block, op);
        self.floats.push(results[0]);
    }

    /// A few operations.
    fn some(&mut self, depth: usize, rest: &mut std::slice::Iter<'_, u64>) {
        let count = rest.next().map_or(0, |n| n % 4);
        for _ in 0..count {
            if let Some(&n) = rest.next() {
                self.grow(n, depth + 1, rest);
            }
        }
    }
}

fn subprogram() -> DISubprogram {
    let file = cutile_ir::ir::DIFile {
        name: "random.py".to_owned(),
        directory: "/src".to_owned(),
    };
    DISubprogram {
        file: file.clone(),
        line: 1,
        name: "random".to_owned(),
        linkage_name: "random".to_owned(),
        compile_unit: cutile_ir::ir::DICompileUnit { file },
        scope_line: 1,
        is_declaration: false,
    }
}

/// A module of one entry, from any numbers.
fn make(numbers: &[u64]) -> Module {
    let mut module = Module::new("kernels");
    let inputs = [pointers(&[]), tile(ScalarType::I32, &[])];
    let (region, block, args) = build_single_block_region(&mut module, &inputs);
    let mut maker = Maker {
        module,
        block,
        floats: vec![],
        ints: vec![],
        bools: vec![],
        tokens: vec![],
        singles: vec![args[1]],
        addresses: args[0],
        line: 0,
    };
    let one = maker.op(Opcode::Reshape, &[args[0]], pointers(&[1, 1]), &[]);
    maker.addresses = maker.op(Opcode::Broadcast, &[one], pointers(SHAPE), &[]);
    let one = maker.op(
        Opcode::Reshape,
        &[args[1]],
        tile(ScalarType::I32, &[1, 1]),
        &[],
    );
    let ints = maker.op(Opcode::Broadcast, &[one], tile(ScalarType::I32, SHAPE), &[]);
    maker.ints.push(ints);
    let floats = maker.op(Opcode::Bitcast, &[ints], tile(ScalarType::F32, SHAPE), &[]);
    maker.floats.push(floats);
    let attributes = [
        ("comparison_predicate", Attribute::i32(0)),
        ("signedness", Attribute::i32(1)),
    ];
    let bools = maker.op(
        Opcode::CmpI,
        &[ints, ints],
        tile(ScalarType::I1, SHAPE),
        &attributes,
    );
    maker.bools.push(bools);
    let token = maker.op(Opcode::MakeToken, &[], Type::Token, &[]);
    maker.tokens.push(token);
    let mut rest = numbers.iter();
    while let Some(&n) = rest.next() {
        maker.grow(n, 0, &mut rest);
    }
    maker.end(Opcode::Return, &[]);
    let location = maker.location();
    let mut module = maker.module;
    let (entry, _) = OpBuilder::new(Opcode::Entry, location)
        .attr("sym_name", Attribute::String("random".to_owned()))
        .attr(
            "function_type",
            Attribute::Type(Type::Func(FuncType {
                inputs: inputs.to_vec(),
                results: vec![],
            })),
        )
        .region(region)
        .build(&mut module);
    module.functions.push(entry);
    module
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn random_modules_survive_being_written_and_read(
        numbers in prop::collection::vec(any::<u64>(), 0..60),
    ) {
        let module = make(&numbers);
        let faults = verify_for(&module, Version::V13_3);
        prop_assert!(faults.is_empty(), "{}", faults[0]);
        for version in [BytecodeVersion::V13_3, BytecodeVersion::V13_4] {
            let bytes = write_bytecode_version(&module, version).unwrap();
            let decoded = read(&bytes).unwrap();
            prop_assert_eq!(print(&decoded.module), print(&module));
            let again = write_bytecode_version(&decoded.module, version).unwrap();
            prop_assert_eq!(again, bytes, "bytes written anew");
        }
    }
}
