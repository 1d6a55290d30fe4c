//! The syntax tree: the node kinds of CPython 3.13's `ast`, with byte spans.
//!
//! Names follow `ast` in Rust spelling (`StmtKind::AugAssign` is `ast.AugAssign`). Every node
//! that has a position in `ast` has a [`Span`] here; [`crate::source::LineIndex`] turns it into
//! lines and columns.

pub mod dump;
mod pattern;
mod value;

pub use crate::source::Span;
pub use pattern::{MatchCase, Pattern, PatternKind, TypeParam, TypeParamKind};
pub use value::{Constant, Ident, Int, PyStr};

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Statements in order.
    pub body: Vec<Stmt>,
    /// All comments of the file in order: no node holds them, a writer finds them by span.
    pub comments: Vec<Comment>,
}

/// A comment, from `#` to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// The text with its `#`, without the newline.
    pub text: Box<str>,
}

/// A statement (`ast.stmt`).
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// From its first to its last token; decorators lie before it.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// The statements of Python 3.13.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `def` or `async def`.
    FunctionDef(Box<FunctionDef>),
    /// `class`.
    ClassDef(Box<ClassDef>),
    /// `return value`.
    Return { value: Option<Box<Expr>> },
    /// `del targets`.
    Delete { targets: Vec<Expr> },
    /// `a = b = value`.
    Assign {
        targets: Vec<Expr>,
        value: Box<Expr>,
    },
    /// `type name[params] = value` (3.12).
    TypeAlias {
        name: Box<Expr>,
        type_params: Vec<TypeParam>,
        value: Box<Expr>,
    },
    /// `target op= value`.
    AugAssign {
        target: Box<Expr>,
        op: Operator,
        value: Box<Expr>,
    },
    /// `target: annotation = value`; `simple` when the target is a name without parentheses.
    AnnAssign {
        target: Box<Expr>,
        annotation: Box<Expr>,
        value: Option<Box<Expr>>,
        simple: bool,
    },
    /// `for` or `async for`.
    For {
        is_async: bool,
        target: Box<Expr>,
        iter: Box<Expr>,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `while`.
    While {
        test: Box<Expr>,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `if`; an `elif` is a single `If` in `orelse`, as in `ast`.
    If {
        test: Box<Expr>,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `with` or `async with`.
    With {
        is_async: bool,
        items: Vec<WithItem>,
        body: Vec<Stmt>,
    },
    /// `match`.
    Match {
        subject: Box<Expr>,
        cases: Vec<MatchCase>,
    },
    /// `raise exc from cause`.
    Raise {
        exc: Option<Box<Expr>>,
        cause: Option<Box<Expr>>,
    },
    /// `try`; `is_star` for `except*` (`ast.TryStar`).
    Try {
        is_star: bool,
        body: Vec<Stmt>,
        handlers: Vec<ExceptHandler>,
        orelse: Vec<Stmt>,
        finalbody: Vec<Stmt>,
    },
    /// `assert test, msg`.
    Assert {
        test: Box<Expr>,
        msg: Option<Box<Expr>>,
    },
    /// `import names`.
    Import { names: Vec<Alias> },
    /// `from module import names`; `level` counts the leading dots, `module` is absent for dots
    /// alone, and a name `*` stands for itself.
    ImportFrom {
        module: Option<Ident>,
        names: Vec<Alias>,
        level: u32,
    },
    /// `global names`.
    Global { names: Vec<Ident> },
    /// `nonlocal names`.
    Nonlocal { names: Vec<Ident> },
    /// An expression by itself, docstrings among them.
    Expr { value: Box<Expr> },
    /// `pass`.
    Pass,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

/// `def` or `async def` (`ast.FunctionDef`, `ast.AsyncFunctionDef`).
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDef {
    /// `async def`.
    pub is_async: bool,
    /// The function's name.
    pub name: Ident,
    /// Where the name stands (not in `ast`).
    pub name_span: Span,
    /// Parameters.
    pub args: Arguments,
    /// Statements.
    pub body: Vec<Stmt>,
    /// Decorators without their `@`, outermost first.
    pub decorator_list: Vec<Expr>,
    /// `-> returns`.
    pub returns: Option<Box<Expr>>,
    /// `[T, *Ts, **P]` (3.12).
    pub type_params: Vec<TypeParam>,
}

/// `class` (`ast.ClassDef`).
#[derive(Clone, Debug, PartialEq)]
pub struct ClassDef {
    /// The class's name.
    pub name: Ident,
    /// Where the name stands (not in `ast`).
    pub name_span: Span,
    /// Positional bases.
    pub bases: Vec<Expr>,
    /// Keyword arguments, `metaclass` among them.
    pub keywords: Vec<Keyword>,
    /// Statements.
    pub body: Vec<Stmt>,
    /// Decorators without their `@`, outermost first.
    pub decorator_list: Vec<Expr>,
    /// `[T, *Ts, **P]` (3.12).
    pub type_params: Vec<TypeParam>,
}

/// An expression (`ast.expr`).
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its tokens; surrounding parentheses count for tuples and generators only, as in `ast`.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The expressions of Python 3.13.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `a and b and c`: one node a run of the same operator.
    BoolOp { op: BoolOperator, values: Vec<Expr> },
    /// `target := value`.
    NamedExpr { target: Box<Expr>, value: Box<Expr> },
    /// `left op right`.
    BinOp {
        left: Box<Expr>,
        op: Operator,
        right: Box<Expr>,
    },
    /// `op operand`.
    UnaryOp {
        op: UnaryOperator,
        operand: Box<Expr>,
    },
    /// `lambda args: body`.
    Lambda {
        args: Box<Arguments>,
        body: Box<Expr>,
    },
    /// `body if test else orelse`.
    IfExp {
        test: Box<Expr>,
        body: Box<Expr>,
        orelse: Box<Expr>,
    },
    /// `{key: value}`; `None` as a key is `**value`.
    Dict {
        keys: Vec<Option<Expr>>,
        values: Vec<Expr>,
    },
    /// `{a, b}`.
    Set { elts: Vec<Expr> },
    /// `[elt for …]`.
    ListComp {
        elt: Box<Expr>,
        generators: Vec<Comprehension>,
    },
    /// `{elt for …}`.
    SetComp {
        elt: Box<Expr>,
        generators: Vec<Comprehension>,
    },
    /// `{key: value for …}`.
    DictComp {
        key: Box<Expr>,
        value: Box<Expr>,
        generators: Vec<Comprehension>,
    },
    /// `(elt for …)`.
    GeneratorExp {
        elt: Box<Expr>,
        generators: Vec<Comprehension>,
    },
    /// `await value`.
    Await { value: Box<Expr> },
    /// `yield value`.
    Yield { value: Option<Box<Expr>> },
    /// `yield from value`.
    YieldFrom { value: Box<Expr> },
    /// `left ops[0] comparators[0] ops[1] …`.
    Compare {
        left: Box<Expr>,
        ops: Vec<CmpOperator>,
        comparators: Vec<Expr>,
    },
    /// `func(args, keywords)`.
    Call {
        func: Box<Expr>,
        args: Vec<Expr>,
        keywords: Vec<Keyword>,
    },
    /// `{value!conversion:format_spec}` in an f-string.
    FormattedValue {
        value: Box<Expr>,
        conversion: Option<Conversion>,
        /// Always a `JoinedStr`.
        format_spec: Option<Box<Expr>>,
    },
    /// An f-string: `Constant` and `FormattedValue` parts.
    JoinedStr { values: Vec<Expr> },
    /// A literal.
    Constant(Constant),
    /// `value.attr`; `attr_span` is not in `ast`.
    Attribute {
        value: Box<Expr>,
        attr: Ident,
        attr_span: Span,
        ctx: ExprContext,
    },
    /// `value[slice]`.
    Subscript {
        value: Box<Expr>,
        slice: Box<Expr>,
        ctx: ExprContext,
    },
    /// `*value`.
    Starred { value: Box<Expr>, ctx: ExprContext },
    /// A name.
    Name { id: Ident, ctx: ExprContext },
    /// `[a, b]`.
    List { elts: Vec<Expr>, ctx: ExprContext },
    /// `(a, b)` or `a, b`.
    Tuple { elts: Vec<Expr>, ctx: ExprContext },
    /// `lower:upper:step`, inside a subscript.
    Slice {
        lower: Option<Box<Expr>>,
        upper: Option<Box<Expr>>,
        step: Option<Box<Expr>>,
    },
}

/// What is done with a target (`ast.expr_context`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExprContext {
    /// It is read.
    Load,
    /// It is assigned to.
    Store,
    /// It is deleted.
    Del,
}

/// `and`, `or` (`ast.boolop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoolOperator {
    /// `and`
    And,
    /// `or`
    Or,
}

/// Arithmetic operators (`ast.operator`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mult,
    /// `@`
    MatMult,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `<<`
    LShift,
    /// `>>`
    RShift,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `//`
    FloorDiv,
}

/// Unary operators (`ast.unaryop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `~`
    Invert,
    /// `not`
    Not,
    /// `+`
    UAdd,
    /// `-`
    USub,
}

/// Comparisons (`ast.cmpop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CmpOperator {
    /// `==`
    Eq,
    /// `!=`
    NotEq,
    /// `<`
    Lt,
    /// `<=`
    LtE,
    /// `>`
    Gt,
    /// `>=`
    GtE,
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// `!s`, `!r`, `!a` in a replacement field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

/// A `for` clause of a comprehension (`ast.comprehension`).
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    /// `async for`.
    pub is_async: bool,
    /// What is bound.
    pub target: Expr,
    /// What is iterated over.
    pub iter: Expr,
    /// `if` clauses.
    pub ifs: Vec<Expr>,
}

/// Parameters (`ast.arguments`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    /// Before `/`.
    pub posonlyargs: Vec<Arg>,
    /// Positional or keyword.
    pub args: Vec<Arg>,
    /// `*args`.
    pub vararg: Option<Box<Arg>>,
    /// After `*`.
    pub kwonlyargs: Vec<Arg>,
    /// One for each of `kwonlyargs`.
    pub kw_defaults: Vec<Option<Expr>>,
    /// `**kwargs`.
    pub kwarg: Option<Box<Arg>>,
    /// For the last ones of `posonlyargs` followed by `args`.
    pub defaults: Vec<Expr>,
}

/// A parameter (`ast.arg`).
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// Name and annotation.
    pub span: Span,
    /// The name.
    pub arg: Ident,
    /// `: annotation`; only a `*args` may have a `Starred` one.
    pub annotation: Option<Box<Expr>>,
}

/// A keyword argument (`ast.keyword`).
#[derive(Clone, Debug, PartialEq)]
pub struct Keyword {
    /// `arg=value` or `**value`.
    pub span: Span,
    /// The name; absent for `**value`.
    pub arg: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// An imported name (`ast.alias`).
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// `name as asname`.
    pub span: Span,
    /// A name, dotted for `import a.b`, or `*`.
    pub name: Ident,
    /// `as asname`.
    pub asname: Option<Ident>,
}

/// `context_expr as optional_vars` (`ast.withitem`).
#[derive(Clone, Debug, PartialEq)]
pub struct WithItem {
    /// The manager.
    pub context_expr: Expr,
    /// What is bound.
    pub optional_vars: Option<Box<Expr>>,
}

/// `except typ as name:` (`ast.ExceptHandler`).
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptHandler {
    /// Header and body.
    pub span: Span,
    /// What is caught; everything if absent.
    pub typ: Option<Box<Expr>>,
    /// The bound name.
    pub name: Option<Ident>,
    /// Statements.
    pub body: Vec<Stmt>,
}
