//! `docs/python-support.md` says of every public name of the official package what becomes of it.

#[allow(dead_code)] // Its `main` is for writing the document.
#[path = "../examples/support.rs"]
mod written;

use tileport_python::support::{Status, table};
use written::{cases, document, names};

#[test]
fn the_document_is_current_and_every_supported_name_has_a_case() {
    let table = table(&names().unwrap(), &cases().unwrap()).unwrap();
    let kept = std::fs::read_to_string(document()).unwrap();
    assert!(
        table == kept,
        "run `cargo run -p tileport-python --example support`"
    );
}

#[test]
fn functions_take_the_parameters_that_the_official_ones_take() {
    let names = names().unwrap();
    let different: Vec<String> = names.iter().filter_map(|n| n.difference()).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
    let compared = names.iter().filter(|n| n.builtin().is_some());
    assert!(compared.count() > 130);
}

#[test]
fn little_is_refused() {
    let names = names().unwrap();
    let refused =
        |n: &&tileport_python::support::Name| matches!(n.status(), Some(Status::Refused(_)));
    assert_eq!(names.iter().filter(refused).count(), 3);
}
