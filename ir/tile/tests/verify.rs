//! The verifier: official modules are valid, changed ones are not.

mod common;

use common::{fixture, fixtures};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, OpId, Operation, ScalarType, Type, Value};
use tileport_ir::Version;
use tileport_ir::bytecode::read;
use tileport_ir::ops::{Index, walk};
use tileport_ir::verify::{Rule, verify, verify_for};

#[test]
fn official_modules_are_valid_in_their_version() {
    for f in fixtures() {
        let decoded = read(&f.bytes).unwrap();
        let faults = verify_for(&decoded.module, decoded.version);
        assert!(faults.is_empty(), "{}: {}", f.name, faults[0]);
    }
}

/// A module and its operations by opcode, for changing one.
struct Case {
    module: Module,
}

impl Case {
    fn of(name: &str) -> Self {
        Self {
            module: read(&fixture(name).bytes).unwrap().module,
        }
    }

    fn find(&self, opcode: Opcode, nth: usize) -> OpId {
        let mut found = walk(&self.module).filter(|s| self.module.op(s.op).opcode == opcode);
        found.nth(nth).expect("the operation").op
    }

    fn change(&mut self, opcode: Opcode, nth: usize, change: impl FnOnce(&mut Operation)) {
        let id = self.find(opcode, nth);
        change(self.module.op_mut(id));
    }

    /// Changes the type of an operation's first result, consistently.
    fn result(&mut self, opcode: Opcode, nth: usize, ty: Type) {
        let id = self.find(opcode, nth);
        self.module.op_mut(id).result_types[0] = ty;
    }

    /// The faults, as text.
    fn faults(&self) -> String {
        let faults = verify(&self.module);
        let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    fn result_of(&self, opcode: Opcode, nth: usize) -> Value {
        let index = Index::new(&self.module);
        index.results(self.find(opcode, nth))[0]
    }
}

fn set(op: &mut Operation, name: &str, value: Attribute) {
    for (n, v) in &mut op.attributes {
        if n == name {
            *v = value;
            return;
        }
    }
    op.attributes.push((name.to_owned(), value));
}

/// One change a case; the snapshot says what the verifier makes of each.
#[test]
fn changed_modules_are_refused_by_rule_path_and_place() {
    let mut text = String::new();
    let mut case = |what: &str, name: &str, change: &dyn Fn(&mut Case)| {
        let mut case = Case::of(name);
        change(&mut case);
        let faults = case.faults();
        assert!(!faults.is_empty(), "{what}");
        text += &format!("# {what}\n{faults}\n\n");
    };

    case(
        "operands swapped with later values",
        "row_norm-13.3",
        &|c| {
            let later = c.result_of(Opcode::Rsqrt, 0);
            c.change(Opcode::DivF, 0, |op| op.operands[0] = later);
        },
    );
    case("a value of another region", "product-13.3", &|c| {
        let inner = c.result_of(Opcode::MmaF, 0);
        c.change(Opcode::FToF, 0, |op| op.operands[0] = inner);
    });
    case("a block without its end", "product-13.3", &|c| {
        let id = c.find(Opcode::For, 0);
        let region = c.module.op(id).regions[0];
        let block = c.module.region(region).blocks[0];
        c.module.block_mut(block).ops.pop();
    });
    case("an end in the middle", "histogram-13.3", &|c| {
        let id = c.find(Opcode::Loop, 0);
        let region = c.module.op(id).regions[0];
        let block = c.module.region(region).blocks[0];
        c.module.block_mut(block).ops.rotate_right(1);
    });
    case("break outside of a loop", "histogram-13.3", &|c| {
        c.change(Opcode::Return, 0, |op| op.opcode = Opcode::Break);
    });
    case("yield in place of continue", "product-13.3", &|c| {
        c.change(Opcode::Continue, 0, |op| op.opcode = Opcode::Yield);
    });
    case(
        "continue without what the loop carries",
        "product-13.3",
        &|c| {
            c.change(Opcode::Continue, 0, |op| op.operands.clear());
        },
    );
    case("an operation twice", "row_norm-13.3", &|c| {
        let id = c.module.functions[0];
        let region = c.module.op(id).regions[0];
        let block = c.module.region(region).blocks[0];
        let ops = &mut c.module.block_mut(block).ops;
        let first = ops[0];
        ops.insert(1, first);
    });
    case("a required attribute gone", "row_norm-13.3", &|c| {
        c.change(Opcode::MulF, 0, |op| op.attributes.clear());
    });
    case(
        "rounding that the operation does not have",
        "row_norm-13.3",
        &|c| {
            c.change(Opcode::MulF, 0, |op| {
                set(op, "rounding_mode", Attribute::i32(4))
            });
        },
    );
    case("weak access with a scope", "product-13.3", &|c| {
        c.change(Opcode::LoadViewTko, 0, |op| {
            set(op, "memory_scope", Attribute::i32(1))
        });
    });
    case("releasing load", "product-13.3", &|c| {
        c.change(Opcode::LoadViewTko, 0, |op| {
            set(op, "memory_ordering_semantics", Attribute::i32(3));
        });
    });
    case("a token that is none", "row_norm-13.3", &|c| {
        let tile = c.result_of(Opcode::FToF, 0);
        c.change(Opcode::LoadViewTko, 0, |op| {
            *op.operands.last_mut().unwrap() = tile
        });
    });
    case("factors of the product exchanged", "product-13.3", &|c| {
        c.change(Opcode::MmaF, 0, |op| op.operands.swap(0, 1));
    });
    case("a sum of different types", "histogram-13.3", &|c| {
        let wide = c.result_of(Opcode::ExtI, 0);
        c.change(Opcode::AddI, 0, |op| op.operands[1] = wide);
    });
    case(
        "stated results that the values do not have",
        "row_norm-13.3",
        &|c| {
            c.result(Opcode::Rsqrt, 0, Type::Scalar(ScalarType::F32));
        },
    );
    case("a reduction without its identity", "histogram-13.3", &|c| {
        c.change(Opcode::Reduce, 0, |op| {
            set(op, "identities", Attribute::Array(vec![]))
        });
    });
    case("a dimension that is not there", "row_norm-13.3", &|c| {
        c.change(Opcode::Reduce, 0, |op| set(op, "dim", Attribute::i32(2)));
    });
    case(
        "arguments for a text without conversions",
        "histogram-13.3",
        &|c| {
            c.change(Opcode::Print, 0, |op| {
                set(op, "str", Attribute::String("no %% here".into()))
            });
        },
    );
    case("hints out of range", "product-13.3", &|c| {
        c.change(Opcode::Entry, 0, |op| {
            for (name, value) in &mut op.attributes {
                if let (true, Attribute::OptimizationHints(hints)) =
                    (name == "optimization_hints", value)
                {
                    hints.entries[0].1[0].1 = Attribute::i32(3);
                }
            }
        });
    });
    case("two entries of one name", "zoo-13.5", &|c| {
        let first = c.module.functions[0];
        let name = c.module.op(first).attributes[0].clone();
        c.change(Opcode::Entry, 1, |op| op.attributes[0] = name);
    });
    case("a global that is not there", "zoo-13.5", &|c| {
        c.module.globals.remove(0);
    });
    insta::assert_snapshot!(text);
}

#[test]
fn older_versions_do_not_have_what_newer_ones_have() {
    let module = read(&fixture("zoo-13.5").bytes).unwrap().module;
    let faults = |version| {
        let mut lines: Vec<_> = verify_for(&module, version)
            .into_iter()
            .inspect(|f| assert_eq!(f.rule, Rule::Version, "{f}"))
            .map(|f| f.message)
            .collect();
        lines.sort();
        lines.dedup();
        lines
    };
    assert!(faults(Version::V13_5).is_empty());
    assert_eq!(
        faults(Version::V13_4)
            .into_iter()
            .filter(|m| m.starts_with("operation") || m.starts_with('`'))
            .collect::<Vec<_>>(),
        [
            "`inbounds` needs 13.5, the version is 13.4",
            "operation multimem_load_reduce_view_tko needs 13.5, the version is 13.4",
            "operation multimem_reduce_view_tko needs 13.5, the version is 13.4",
            "operation multimem_store_view_tko needs 13.5, the version is 13.4",
        ]
    );
    assert!(faults(Version::V13_1).len() > 20);
}

/// Modules that no reader makes: operations within themselves.
#[test]
fn an_operation_in_its_own_region_is_refused() {
    let mut case = Case::of("product-13.3");
    let id = case.find(Opcode::For, 0);
    let region = case.module.op(id).regions[0];
    let block = case.module.region(region).blocks[0];
    case.module.block_mut(block).ops.insert(0, id);
    assert!(case.faults().contains("the operation occurs twice"));
}
