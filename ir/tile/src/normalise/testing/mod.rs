//! Modules for tests, written in a few words.

pub(crate) mod fault;
pub(crate) mod random;
pub(crate) mod variation;

use cutile_ir::builder::{OpBuilder, append_op, build_block};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, FuncType, Location, Module, Region, TileElementType, Type,
    Value,
};

/// An entry under construction. Types are spelt as `128xf32`, `ptr<f32>`, `token`, or in full.
pub(crate) struct Build {
    pub module: Module,
    blocks: Vec<BlockId>,
    line: u32,
}

/// A module with one entry with the given parameters.
pub(crate) fn kernel(parameters: &[&str], body: impl FnOnce(&mut Build, &[Value])) -> Module {
    let mut module = Module::new("kernels");
    let types: Vec<Type> = parameters.iter().map(|p| ty(p)).collect();
    let (block, arguments) = build_block(&mut module, &types);
    let mut build = Build {
        module,
        blocks: vec![block],
        line: 1,
    };
    body(&mut build, &arguments);
    build.exit(Opcode::Return, &[]);
    let mut module = build.module;
    let region = module.alloc_region(Region {
        blocks: vec![block],
    });
    let signature = Type::Func(FuncType {
        inputs: types,
        results: Vec::new(),
    });
    let (entry, _) = OpBuilder::new(Opcode::Entry, Location::Unknown)
        .attr("sym_name", Attribute::String("kernel".into()))
        .attr("function_type", Attribute::Type(signature))
        .region(region)
        .build(&mut module);
    module.functions.push(entry);
    module
}

/// A type from its short spelling.
pub(crate) fn ty(text: &str) -> Type {
    let full = match text {
        "token" => "token".to_owned(),
        t if t.contains("view<") => t.to_owned(),
        t => format!("tile<{t}>"),
    };
    Type::parse(&full).unwrap_or_else(|| panic!("no type: {text}"))
}

impl Build {
    fn location(&mut self) -> Location {
        self.line += 1;
        Location::FileLineCol {
            filename: "kernel.py".into(),
            line: self.line,
            column: 4,
        }
    }

    /// Any operation.
    pub fn op(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        results: &[&str],
        attributes: &[(&str, Attribute)],
    ) -> Vec<Value> {
        let location = self.location();
        let (op, values) = OpBuilder::new(opcode, location)
            .operands(operands.iter().copied())
            .results(results.iter().map(|r| ty(r)))
            .attrs(attributes.iter().map(|(n, a)| ((*n).to_owned(), a.clone())))
            .build(&mut self.module);
        append_op(&mut self.module, *self.blocks.last().unwrap(), op);
        values
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

    pub fn exit(&mut self, opcode: Opcode, operands: &[Value]) {
        self.op(opcode, operands, &[], &[]);
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

    /// An integer constant, every element the same.
    pub fn int(&mut self, v: i64, result: &str) -> Value {
        let Type::Tile(t) = ty(result) else {
            panic!("no tile: {result}")
        };
        let TileElementType::Scalar(s) = t.element_type else {
            panic!("no number: {result}")
        };
        self.constant(result, v.to_le_bytes()[..s.byte_width()].to_vec())
    }

    pub fn float(&mut self, v: f32, result: &str) -> Value {
        self.constant(result, v.to_le_bytes().to_vec())
    }

    /// An operation on two operands of the same type.
    pub fn two(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        let result = self.module.value_type(a).clone();
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
        self.typed(opcode, &[a, b], result, attributes)
    }

    /// An operation on one operand that keeps its type.
    pub fn unary(&mut self, opcode: Opcode, a: Value) -> Value {
        let result = self.module.value_type(a).clone();
        self.typed(opcode, &[a], result, &[])
    }

    pub fn typed(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        result: Type,
        attributes: &[(&str, Attribute)],
    ) -> Value {
        let location = self.location();
        let (op, values) = OpBuilder::new(opcode, location)
            .operands(operands.iter().copied())
            .result(result)
            .attrs(attributes.iter().map(|(n, a)| ((*n).to_owned(), a.clone())))
            .build(&mut self.module);
        append_op(&mut self.module, *self.blocks.last().unwrap(), op);
        values[0]
    }

    /// A comparison of integers, by the number of its predicate.
    pub fn compare(&mut self, predicate: i64, a: Value, b: Value) -> Value {
        let Type::Tile(mut t) = self.module.value_type(a).clone() else {
            panic!("no tile")
        };
        t.element_type = TileElementType::Scalar(cutile_ir::ir::ScalarType::I1);
        self.typed(
            Opcode::CmpI,
            &[a, b],
            Type::Tile(t),
            &[
                ("comparison_predicate", Attribute::i32(predicate)),
                ("signedness", Attribute::i32(1)),
            ],
        )
    }

    pub fn assume(&mut self, v: Value, predicate: Attribute) -> Value {
        let result = self.module.value_type(v).clone();
        self.typed(Opcode::Assume, &[v], result, &[("predicate", predicate)])
    }

    pub fn token(&mut self) -> Value {
        self.one(Opcode::MakeToken, &[], "token", &[])
    }

    pub fn join(&mut self, tokens: &[Value]) -> Value {
        self.one(Opcode::JoinTokens, tokens, "token", &[])
    }

    /// A weak load through a pointer: the value and its token.
    pub fn load(&mut self, pointer: Value, result: &str, token: Option<Value>) -> (Value, Value) {
        let sizes = segments(&[1, 0, 0, usize::from(token.is_some())]);
        let operands: Vec<Value> = std::iter::once(pointer).chain(token).collect();
        let out = self.op(
            Opcode::LoadPtrTko,
            &operands,
            &[result, "token"],
            &[("memory_ordering_semantics", Attribute::i32(0)), sizes],
        );
        (out[0], out[1])
    }

    /// A weak masked load with padding.
    pub fn load_masked(
        &mut self,
        pointer: Value,
        mask: Value,
        padding: Option<Value>,
        result: &str,
    ) -> Value {
        let sizes = segments(&[1, 1, usize::from(padding.is_some()), 0]);
        let operands: Vec<Value> = [pointer, mask].into_iter().chain(padding).collect();
        self.op(
            Opcode::LoadPtrTko,
            &operands,
            &[result, "token"],
            &[("memory_ordering_semantics", Attribute::i32(0)), sizes],
        )[0]
    }

    /// A weak store through a pointer.
    pub fn store(&mut self, pointer: Value, value: Value, token: Option<Value>) -> Value {
        let sizes = segments(&[1, 1, 0, usize::from(token.is_some())]);
        let operands: Vec<Value> = [pointer, value].into_iter().chain(token).collect();
        self.one(
            Opcode::StorePtrTko,
            &operands,
            "token",
            &[("memory_ordering_semantics", Attribute::i32(0)), sizes],
        )
    }

    fn region(&mut self, types: &[Type], body: impl FnOnce(&mut Self, &[Value])) -> Region {
        let (block, arguments) = build_block(&mut self.module, types);
        self.blocks.push(block);
        body(self, &arguments);
        self.blocks.pop();
        Region {
            blocks: vec![block],
        }
    }

    fn nest(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        results: Vec<Type>,
        attributes: &[(&str, Attribute)],
        regions: Vec<Region>,
    ) -> Vec<Value> {
        let location = self.location();
        let mut builder = OpBuilder::new(opcode, location)
            .operands(operands.iter().copied())
            .results(results)
            .attrs(attributes.iter().map(|(n, a)| ((*n).to_owned(), a.clone())));
        for region in regions {
            let region = self.module.alloc_region(region);
            builder = builder.region(region);
        }
        let (op, values) = builder.build(&mut self.module);
        append_op(&mut self.module, *self.blocks.last().unwrap(), op);
        values
    }

    fn types(&self, values: &[Value]) -> Vec<Type> {
        let types = values.iter().map(|&v| self.module.value_type(v).clone());
        types.collect()
    }

    /// A `for`: `bounds` are first, end and step; the body gets the index and the carried values and
    /// returns what continues them.
    pub fn repeat(
        &mut self,
        bounds: [Value; 3],
        initial: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let carried = self.types(initial);
        let types: Vec<Type> = self
            .types(&bounds[..1])
            .into_iter()
            .chain(carried.clone())
            .collect();
        let region = self.region(&types, |b, arguments| {
            let next = body(b, arguments[0], &arguments[1..]);
            b.exit(Opcode::Continue, &next);
        });
        let operands: Vec<Value> = bounds.iter().chain(initial).copied().collect();
        self.nest(Opcode::For, &operands, carried, &[], vec![region])
    }

    /// An `if`: both sides return what they yield.
    pub fn branch(
        &mut self,
        condition: Value,
        results: &[&str],
        yes: impl FnOnce(&mut Self) -> Vec<Value>,
        no: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let yes = self.region(&[], |b, _| {
            let out = yes(b);
            b.exit(Opcode::Yield, &out);
        });
        let no = self.region(&[], |b, _| {
            let out = no(b);
            b.exit(Opcode::Yield, &out);
        });
        let results = results.iter().map(|r| ty(r)).collect();
        self.nest(Opcode::If, &[condition], results, &[], vec![yes, no])
    }

    /// An early return.
    pub fn leave(&mut self, condition: Value) {
        self.leave_after(condition, |_| {});
    }

    /// An early return after some operations.
    pub fn leave_after(&mut self, condition: Value, before: impl FnOnce(&mut Self)) {
        let yes = self.region(&[], |b, _| {
            before(b);
            b.exit(Opcode::Return, &[]);
        });
        let no = self.region(&[], |b, _| b.exit(Opcode::Yield, &[]));
        self.nest(Opcode::If, &[condition], vec![], &[], vec![yes, no]);
    }

    /// An early return whose other side yields values.
    pub fn leave_or(
        &mut self,
        condition: Value,
        results: &[&str],
        other: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let yes = self.region(&[], |b, _| b.exit(Opcode::Return, &[]));
        let no = self.region(&[], |b, _| {
            let out = other(b);
            b.exit(Opcode::Yield, &out);
        });
        let results = results.iter().map(|r| ty(r)).collect();
        self.nest(Opcode::If, &[condition], results, &[], vec![yes, no])
    }

    /// A sum along dimension 0.
    pub fn sum(&mut self, v: Value, result: &str) -> Value {
        let element = ty("f32");
        let region = self.region(&[element.clone(), element], |b, arguments| {
            let sum = b.two(Opcode::AddF, arguments[0], arguments[1]);
            b.exit(Opcode::Yield, &[sum]);
        });
        let zero = Attribute::float(0.0, cutile_ir::ir::ScalarType::F32);
        let attributes = [
            ("dim", Attribute::i32(0)),
            ("identities", Attribute::Array(vec![zero])),
        ];
        self.nest(
            Opcode::Reduce,
            &[v],
            vec![ty(result)],
            &attributes,
            vec![region],
        )[0]
    }
}

pub(crate) fn segments(sizes: &[usize]) -> (&'static str, Attribute) {
    let sizes = sizes.iter().map(|&s| Attribute::i32(s as i64));
    ("operandSegmentSizes", Attribute::Array(sizes.collect()))
}

/// A module before and after, for a snapshot.
pub(crate) fn before_and_after(module: &Module) -> String {
    let after = super::normalise(module).expect("well-formed");
    let (before, after) = (crate::print::print(module), crate::print::print(&after));
    format!("{before}\n-- becomes --\n\n{after}")
}

/// Asserts that two modules have the same normal form, and are not the same to begin with.
pub(crate) fn assert_equivalent(left: &Module, right: &Module) {
    let before = crate::compare::identical(left, right).expect("well-formed");
    assert!(!before.holds(), "the two are identical: nothing is tested");
    let after = crate::compare::equivalent(left, right).expect("well-formed");
    assert!(after.holds(), "{:#?}", after.mismatches);
}

pub(crate) fn assert_different(left: &Module, right: &Module) {
    let after = crate::compare::equivalent(left, right).expect("well-formed");
    assert!(!after.holds(), "the two should differ");
}
