//! The high-level IR: a function's tree with names resolved and jumps explicit.
//!
//! Made once per function of the package by [`build`](self::build), whatever the launch, and
//! executed by [`lower`](crate::lower) for each specialisation. Blocks nest; every loop, branch
//! and early return is one instruction with blocks inside:
//!
//! - a function other than the entry is a loop around its body, and `return` stores `$retval`,
//!   sets `$returning` and breaks; after an inner loop that may return, `if $returning: break`;
//! - chained comparisons, `and`, `or` and conditional expressions are branches with a result;
//! - local variables are numbered by name in code point order, which decides the order of
//!   variables that a loop or a branch carries.

pub mod build;

use crate::lower::builtin::{Builtin, ParameterKind};
use crate::mid::Const;
use crate::mid::types::Piece;
use crate::modules::Global;
use crate::source::Span;
use crate::tree;
use std::sync::Arc;

/// A result of an instruction, numbered within a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueId(pub u32);

/// What an instruction reads: a result, or a constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// The result of an earlier instruction or a block parameter.
    Value(ValueId),
    /// An immediate.
    Const(Const),
}

/// A positional argument.
#[derive(Debug, Clone, PartialEq)]
pub struct Arg {
    /// The value.
    pub value: Operand,
    /// Whether it is spread (`*value`).
    pub starred: bool,
}

/// A keyword argument; without a name it is spread (`**value`).
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordArg {
    /// The keyword.
    pub name: Option<Arc<str>>,
    /// The value.
    pub value: Operand,
}

/// Where a name leads.
#[derive(Debug, Clone)]
pub enum ResolvedName {
    /// A local variable of the function `depth` levels from the outermost.
    Local {
        /// Nesting of the function that owns it; 0 is a function of a module.
        depth: u32,
        /// Its number there.
        index: u32,
    },
    /// A global of the module, or a Python built-in.
    Global(Global),
    /// Nothing has this name.
    Unknown,
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Instr {
    /// Its result, for those that have one.
    pub result: Option<ValueId>,
    /// What it does.
    pub kind: InstrKind,
    /// Where it comes from.
    pub span: Span,
}

/// What an instruction does.
#[derive(Debug, Clone)]
pub enum InstrKind {
    /// Reads a variable.
    LoadVar {
        /// Where the name leads.
        name: ResolvedName,
        /// The name, for messages.
        text: Arc<str>,
    },
    /// Assigns a local variable of this function.
    StoreVar {
        /// Its number.
        index: u32,
        /// The new value.
        value: Operand,
    },
    /// A literal.
    Literal(Const),
    /// A call of whatever `callee` is.
    Call {
        /// What is called.
        callee: Operand,
        /// Positional arguments.
        args: Vec<Arg>,
        /// Keyword arguments.
        keywords: Vec<KeywordArg>,
    },
    /// An operator or a built-in known from the syntax, with positional arguments.
    Builtin {
        /// Which.
        function: Builtin,
        /// Its arguments.
        args: Vec<Operand>,
    },
    /// `object.name`.
    GetAttr {
        /// The object.
        object: Operand,
        /// The attribute.
        name: Arc<str>,
    },
    /// A tuple display.
    Tuple(Vec<Arg>),
    /// Checks that a value has `count` items before they are taken apart.
    Unpack {
        /// The value.
        value: Operand,
        /// Number of targets.
        count: u32,
    },
    /// Truth of a condition: `bool_(x)`.
    Truth(Operand),
    /// An f-string.
    Format {
        /// Text and places.
        pieces: Arc<[Piece]>,
        /// Values for the places.
        values: Vec<Operand>,
    },
    /// A loop: counted over `iterable`, endless without one. A counted body has one parameter.
    Loop {
        /// Body.
        body: Block,
        /// What it counts over.
        iterable: Option<Operand>,
    },
    /// `for x in static_iter(...)`: the body once per item, inlined.
    StaticFor {
        /// Body, with one parameter.
        body: Block,
        /// A tuple.
        items: Operand,
    },
    /// A branch. Its result is the result of the branch taken, if the blocks have one.
    If {
        /// The condition, a boolean.
        cond: Operand,
        /// Taken when true.
        then_block: Block,
        /// Taken when false.
        else_block: Block,
    },
    /// `if` of a tuple comprehension: the condition must be known.
    StaticIf {
        /// The condition.
        cond: Operand,
        /// Taken when true.
        then_block: Block,
    },
    /// A nested function or lambda.
    Closure {
        /// Its code.
        function: Arc<Function>,
        /// Its default values, in the order of its [`ParameterDefault::Closure`] numbers.
        defaults: Vec<Operand>,
    },
    /// An expression evaluated while compiling.
    StaticEval {
        /// What is evaluated.
        expr: Arc<StaticExpr>,
        /// Values of `expr.locals`.
        locals: Vec<Operand>,
    },
    /// `static_assert`.
    StaticAssert {
        /// The condition, evaluated.
        condition: Operand,
        /// Computes the message when the condition fails.
        message: Block,
    },
    /// `with`: enters.
    EnterContext {
        /// The manager.
        manager: Operand,
    },
    /// `with`: leaves the innermost.
    PopContext,
    /// `yield` of a generator context manager.
    Yield(Operand),
}

/// What ends a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// End of a branch.
    EndBranch,
    /// Next iteration.
    Continue,
    /// Leaves the loop.
    Break,
    /// Leaves the kernel.
    Return,
}

/// Instructions and a jump.
#[derive(Debug, Clone, Default)]
pub struct Block {
    /// Values defined on entry.
    pub params: Vec<ValueId>,
    /// Instructions in order.
    pub instrs: Vec<Instr>,
    /// What the jump passes on.
    pub result: Option<Operand>,
    /// How it ends; a static loop body and a helper's outermost block just end.
    pub jump: Option<Jump>,
    /// Where the jump stands; `None` for an implied one.
    pub jump_span: Option<Span>,
    /// Local variables stored in the block or below it, ascending.
    pub stored: Vec<u32>,
    /// Where the block stands.
    pub span: Span,
}

/// A parameter of a function of the package.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub name: Arc<str>,
    /// How it can be given.
    pub kind: ParameterKind,
    /// Its default.
    pub default: ParameterDefault,
    /// Its number among the local variables.
    pub local: u32,
    /// Where it stands.
    pub span: Span,
}

/// The default of a parameter.
#[derive(Debug, Clone)]
pub enum ParameterDefault {
    /// There is none.
    Required,
    /// A value: of a function of a module.
    Value(Const),
    /// A value that the closure carries: its number.
    Closure(u32),
}

/// How a function is used; decides what `return` and `yield` mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The kernel.
    Entry,
    /// A function that is inlined.
    Helper,
    /// A generator behind `with`.
    Generator,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name; `None` for a lambda.
    pub name: Option<Arc<str>>,
    /// Module of the package it stands in.
    pub module: u32,
    /// Where it stands.
    pub span: Span,
    /// Parameters: positional, `*args`, keyword-only, `**kwargs`.
    pub params: Vec<Parameter>,
    /// Names of the local variables.
    pub locals: Vec<Arc<str>>,
    /// Its code.
    pub body: Block,
    /// Number of values.
    pub values: u32,
    /// Nesting: 0 for a function of a module.
    pub depth: u32,
    /// For each enclosing depth, which of its locals this function or its nested ones read.
    pub captures: Vec<Vec<u32>>,
}

impl InstrKind {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            InstrKind::Loop { body, .. } | InstrKind::StaticFor { body, .. } => vec![body],
            InstrKind::If {
                then_block,
                else_block,
                ..
            } => vec![then_block, else_block],
            InstrKind::StaticIf { then_block, .. } => vec![then_block],
            InstrKind::StaticAssert { message, .. } => vec![message],
            _ => Vec::new(),
        }
    }
}

/// An expression evaluated while compiling.
#[derive(Debug)]
pub struct StaticExpr {
    /// The expression.
    pub expr: tree::Expr,
    /// Local variables it reads, in order of name.
    pub locals: Vec<Arc<str>>,
    /// Variables of the function that made the one it stands in.
    pub captured: crate::modules::Captured,
    /// Module whose globals it sees.
    pub module: u32,
    /// What it is for.
    pub kind: StaticKind,
}

/// What a compile-time expression is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaticKind {
    /// `static_eval`.
    Eval,
    /// Condition of `static_assert`.
    AssertCondition,
    /// Message of `static_assert`.
    AssertMessage,
    /// Iterable of `static_iter`.
    Iterable,
    /// `raise static_exception(...)`.
    Exception,
}
