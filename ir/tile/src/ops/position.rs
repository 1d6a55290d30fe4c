//! Where in a source file an operation comes from.

use cutile_ir::ir::{DebugScope, Location};

/// A place in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<'m> {
    /// The file, as the compiler was given it.
    pub file: &'m str,
    /// Line, from 1.
    pub line: u32,
    /// Column, as the compiler counts (Python's counts from 0).
    pub column: u32,
    /// The function around it, where known.
    pub function: Option<&'m str>,
}

/// The innermost place of a location: that of the code itself where functions
/// were inlined. `None` if unknown.
pub fn position(location: &Location) -> Option<Position<'_>> {
    let mut location = location;
    loop {
        match location {
            Location::Unknown => return None,
            Location::FileLineCol {
                filename,
                line,
                column,
            } => {
                return Some(Position {
                    file: filename,
                    line: *line,
                    column: *column,
                    function: None,
                });
            }
            Location::DebugInfo(info) => {
                return Some(Position {
                    file: &info.filename,
                    line: info.line,
                    column: info.column,
                    function: function(&info.scope),
                });
            }
            Location::CallSite { callee, .. } => location = callee,
        }
    }
}

/// The place of the code and then those of the calls that led to it, innermost
/// first. Unknown places are left out.
pub fn call_chain(location: &Location) -> Vec<Position<'_>> {
    let mut chain = Vec::new();
    let mut rest = vec![location];
    while let Some(location) = rest.pop() {
        match location {
            Location::CallSite { callee, caller } => rest.extend([&**caller, &**callee]),
            other => chain.extend(position(other)),
        }
    }
    chain
}

fn function(scope: &DebugScope) -> Option<&str> {
    let mut scope = scope;
    loop {
        match scope {
            DebugScope::Subprogram(subprogram) => return Some(&subprogram.name),
            DebugScope::LexicalBlock(block) => scope = &block.scope,
        }
    }
}
