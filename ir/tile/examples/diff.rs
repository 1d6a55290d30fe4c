//! Prints the diff of two bytecode files: `cargo run -p tileport-ir --example diff -- LEFT RIGHT`.

use std::error::Error;

use tileport_ir::bytecode::read;
use tileport_ir::diff::text::{Style, text};
use tileport_ir::diff::{diff, json::json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let (Some(left), Some(right)) = (paths.next(), paths.next()) else {
        return Err("usage: diff LEFT RIGHT [--json]".into());
    };
    let left = read(&std::fs::read(left)?)?.module;
    let right = read(&std::fs::read(right)?)?.module;
    let found = diff(&left, &right)?;
    match paths.next().as_deref() {
        Some("--json") => println!("{:#}", json(&found)),
        _ => print!("{}", text(&found, Style::default())),
    }
    Ok(())
}
