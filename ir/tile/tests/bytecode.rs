//! Reading bytecode: nothing is lost, and faults are named where they are.

mod common;

use common::{fixture, fixtures};
use cutile_ir::bytecode::{BytecodeVersion, write_bytecode_version};
use cutile_ir::ir::{Attribute, Module};
use tileport_ir::Version;
use tileport_ir::bytecode::{Options, ReadErrorKind, Section, read, read_with};
use tileport_ir::ops::{Op, call_chain, position, view, walk};

/// Everything a module holds, as text.
fn contents(module: &Module) -> String {
    format!("{module:#?}")
}

/// The official Rust writer takes what was read, and reading that again gives
/// the same module. (The bytes differ from Python's: the two order their
/// tables differently.) The writer does not write 13.1.
#[test]
fn what_was_read_can_be_written_and_read_again() {
    for f in fixtures() {
        let first = read(&f.bytes).unwrap();
        let version = BytecodeVersion::from(first.version);
        if version < BytecodeVersion::V13_2 {
            continue;
        }
        let written = write_bytecode_version(&first.module, version)
            .unwrap_or_else(|e| panic!("{}: {e}", f.name));
        let second = read(&written).unwrap();
        assert_eq!(second.version, first.version, "{}", f.name);
        assert_eq!(
            contents(&second.module),
            contents(&first.module),
            "{}",
            f.name
        );
        let again = write_bytecode_version(&second.module, version).unwrap();
        assert_eq!(again, written, "{}", f.name);
    }
}

#[test]
fn the_version_is_that_of_the_header() {
    for f in fixtures() {
        let version: Version = f.name.rsplit('-').next().unwrap().parse().unwrap();
        assert_eq!(read(&f.bytes).unwrap().version, version, "{}", f.name);
    }
}

#[test]
fn hints_of_every_architecture_are_kept() {
    let decoded = read(&fixture("product-13.3").bytes).unwrap();
    let module = decoded.module;
    let Op::Entry {
        optimization_hints: Some(hints),
        sym_name,
        ..
    } = view(&module, module.functions[0]).unwrap()
    else {
        panic!("an entry with hints");
    };
    assert_eq!(sym_name, "product");
    let mut entries = hints.entries.clone();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let number = |name: &str, n: i64| (name.to_owned(), Attribute::i32(n));
    assert_eq!(
        entries,
        [
            ("default".to_owned(), vec![number("num_cta_in_cga", 1)]),
            (
                "sm_100".to_owned(),
                vec![number("num_cta_in_cga", 2), number("occupancy", 4)]
            ),
            ("sm_90".to_owned(), vec![number("occupancy", 2)]),
        ]
    );
}

#[test]
fn operations_come_from_the_lines_of_the_source() {
    let source = include_str!("data/kernels/kernels.py");
    let line_of = |text: &str| 1 + source.lines().position(|l| l.contains(text)).unwrap() as u32;
    let module = read(&fixture("row_norm-13.3").bytes).unwrap().module;
    let square = walk(&module)
        .find(|step| matches!(view(&module, step.op), Ok(Op::MulF { .. })))
        .unwrap();
    let chain: Vec<_> = call_chain(module.op_location(square.op))
        .into_iter()
        .map(|p| (p.function, p.line, p.file))
        .collect();
    assert_eq!(
        chain,
        [
            (Some("squared"), line_of("return x * x"), "/src/kernels.py"),
            (
                Some("row_norm"),
                line_of("squared(wide)"),
                "/src/kernels.py"
            ),
        ]
    );
    let entry = position(module.op_location(module.functions[0])).unwrap();
    assert_eq!(entry.function, Some("row_norm"));
}

#[test]
fn locations_can_be_left_out() {
    let bytes = fixture("row_norm-13.3").bytes;
    let decoded = read_with(&bytes, Options { locations: false }).unwrap();
    for step in walk(&decoded.module) {
        assert_eq!(position(decoded.module.op_location(step.op)), None);
    }
}

#[test]
fn globals_are_kept() {
    let module = read(&fixture("zoo-13.5").bytes).unwrap().module;
    let globals: Vec<_> = module
        .globals
        .iter()
        .map(|g| (g.sym_name.as_str(), g.alignment, g.constant))
        .collect();
    assert_eq!(
        globals,
        [
            ("table", 16, false),
            ("zeros", 4, false),
            ("fixed", 8, true)
        ]
    );
}

/// Written by the official Rust writer, the only one that writes this section.
#[test]
fn the_producer_is_kept() {
    let mut module = read(&fixture("product-13.3").bytes).unwrap().module;
    module.producer = Some("somebody 1.0".to_owned());
    let bytes = write_bytecode_version(&module, BytecodeVersion::V13_3).unwrap();
    assert_eq!(read(&bytes).unwrap().module.producer, module.producer);
}

#[test]
fn other_files_are_refused_as_such() {
    let error = read(b"\x7FELF\x02\x01\x01\0 and so on").unwrap_err();
    assert_eq!(
        (error.offset, error.section, error.kind),
        (0, Section::Header, ReadErrorKind::BadMagic)
    );
    let mut bytes = fixture("product-13.3").bytes;
    bytes[9] = 9;
    assert_eq!(
        read(&bytes).unwrap_err().to_string(),
        "byte 8 (header): unsupported bytecode version 13.9 (tag 0): versions 13.1 to 13.5 are read"
    );
}

/// The messages for faults that are put into a small file, one a case.
#[test]
fn faults_are_named_with_their_place() {
    let bytes = fixture("row_norm-13.4").bytes;
    let mut messages = String::new();
    let mut case = |what: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = bytes.clone();
        change(&mut changed);
        let error = read(&changed).unwrap_err();
        messages += &format!("{what}\n    {error}\n");
    };
    case("cut off after the header", &|b| b.truncate(12));
    case("cut off in a section", &|b| b.truncate(200));
    case("end marker gone", &|b| {
        b.pop();
    });
    case("something after the end marker", &|b| b.push(0));
    case("a section of an unknown kind", &|b| b[12] = 0x7E);
    case("a section longer than the file", &|b| {
        b[13] = 0xFF;
        b[14] = 0x7F;
    });
    case("a version without what the file has", &|b| b[9] = 1);
    case("another opcode", &|b| {
        let at = 16 + find(&b[16..], &[0x44]);
        b[at] = 0x19;
    });
    insta::assert_snapshot!(messages);
}

fn find(haystack: &[u8], needle: &[u8]) -> usize {
    haystack
        .windows(needle.len())
        .position(|w| w == needle)
        .unwrap()
}
