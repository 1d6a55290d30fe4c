//! Printing: the text that the official disassembler prints.

mod common;

use common::{fixture, fixtures};
use tileport_ir::bytecode::read;
use tileport_ir::ops::{Index, Op, view, walk};
use tileport_ir::print::{Names, print, print_operation};

#[test]
fn text_equals_that_of_the_official_disassembler() {
    for f in fixtures() {
        let printed = print(&read(&f.bytes).unwrap().module);
        // The official reader drops the sign of a double among the identities, which the official
        // Python encoder writes as a 65th bit; this reader restores it.
        let text = (f.text).replace(
            "identities=[1.500000e+00] : tile<4xf64>",
            "identities=[-1.500000e+00] : tile<4xf64>",
        );
        for (number, (ours, theirs)) in printed.lines().zip(text.lines()).enumerate() {
            assert_eq!(ours, theirs, "{} line {}", f.name, number + 1);
        }
        assert_eq!(printed.len(), text.len(), "{}", f.name);
    }
}

#[test]
fn an_operation_by_itself_has_the_names_it_has_in_the_module() {
    let f = fixture("histogram-13.3");
    let module = read(&f.bytes).unwrap().module;
    let index = Index::new(&module);
    let names = Names::of(&module, &index);
    let reduce = walk(&module)
        .filter(|s| matches!(view(&module, s.op), Ok(Op::Reduce { .. })))
        .last()
        .unwrap();
    let text = print_operation(&module, &index, &names, reduce.op);
    assert!(f.text.contains("%reduce:2 = reduce"));
    assert!(
        text.starts_with("%reduce:2 = reduce %result, %21 dim=0"),
        "{text}"
    );
    assert!(text.ends_with('}'), "{text}");
}
