//! Bounds on what a file may ask for. CPython has the first two as well.

/// Brackets, replacement fields, f-strings and lambdas inside one another.
pub(crate) const NESTING: usize = 200;
/// Blocks inside one another.
pub(crate) const INDENTATION: usize = 99;
/// Nodes on the longest path from a statement down to a leaf: a chain of operators, of calls or
/// of `elif`s is as deep as it is long.
pub(crate) const TREE_DEPTH: usize = 1000;
/// Tokens of one logical line.
pub(crate) const LINE_TOKENS: usize = 1 << 20;
/// Errors reported for one file.
pub(crate) const ERRORS: usize = 100;
/// How often scanning starts again after brackets that were never closed.
pub(crate) const RESTARTS: u32 = 10;
/// Nesting from which a file is parsed on a thread with [`STACK`] bytes of stack.
pub(crate) const DEEP: usize = 20;
/// Stack that is enough for [`NESTING`] in an unoptimised build.
pub(crate) const STACK: usize = 256 << 20;
