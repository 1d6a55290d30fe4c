//! Any bytes parse into a tree that dumps, or are refused with errors that have lines.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tileport_python::parse::parse_bytes;
use tileport_python::tree::dump::to_json;

fuzz_target!(|source: &[u8]| {
    match parse_bytes(source) {
        Ok(parsed) => {
            to_json(&parsed);
        }
        Err(errors) => assert!(errors.iter().all(|error| error.line >= 1) && !errors.is_empty()),
    }
});
