//! Any bytes are a module or an error with an offset; a module prints, verifies, and where it is well-formed is equal
//! to itself, has a normal form that is its own, and differs from itself in nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tileport_ir::bytecode::read;
use tileport_ir::compare::identical;
use tileport_ir::diff::diff;
use tileport_ir::normalise::normalise;
use tileport_ir::ops::{view, walk};
use tileport_ir::print::print;
use tileport_ir::verify::verify;

fuzz_target!(|bytes: &[u8]| {
    let module = match read(bytes) {
        Ok(decoded) => decoded.module,
        Err(error) => return assert!(error.offset <= bytes.len(), "{error}"),
    };
    for step in walk(&module) {
        let _ = view(&module, step.op).map(|op| op.attributes());
    }
    print(&module);
    let valid = verify(&module).is_empty();
    let Ok(normal) = normalise(&module) else {
        assert!(!valid, "a valid module has no normal form");
        return;
    };
    let own = diff(&module, &module);
    if valid {
        let again = normalise(&normal).expect("a normal form has a normal form");
        let same = identical(&normal, &again).expect("normal forms compare");
        assert!(same.holds(), "{:?}", same.mismatches.first());
        let own = own.expect("a valid module compares with itself");
        assert!(own.differences.is_empty(), "{:?}", own.differences.first());
    }
});
