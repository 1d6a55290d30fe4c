//! Patterns of `match`, and type parameters.

use super::{Constant, Expr, Ident, Span, Stmt};

/// `case pattern if guard:` (`ast.match_case`).
#[derive(Clone, Debug, PartialEq)]
pub struct MatchCase {
    /// The pattern.
    pub pattern: Pattern,
    /// The guard.
    pub guard: Option<Box<Expr>>,
    /// Statements.
    pub body: Vec<Stmt>,
}

/// A pattern (`ast.pattern`).
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Its tokens.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// The patterns of `match`.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// A literal other than the next, or a dotted name.
    MatchValue { value: Box<Expr> },
    /// `None`, `True`, `False`.
    MatchSingleton { value: Constant },
    /// `[a, *b]`.
    MatchSequence { patterns: Vec<Pattern> },
    /// `{key: pattern, **rest}`.
    MatchMapping {
        keys: Vec<Expr>,
        patterns: Vec<Pattern>,
        rest: Option<Ident>,
    },
    /// `cls(patterns, kwd=pattern)`.
    MatchClass {
        cls: Box<Expr>,
        patterns: Vec<Pattern>,
        kwd_attrs: Vec<Ident>,
        kwd_patterns: Vec<Pattern>,
    },
    /// `*name`, absent for `*_`.
    MatchStar { name: Option<Ident> },
    /// `pattern as name`; both absent is the wildcard `_`.
    MatchAs {
        pattern: Option<Box<Pattern>>,
        name: Option<Ident>,
    },
    /// `a | b`.
    MatchOr { patterns: Vec<Pattern> },
}

/// A type parameter (`ast.type_param`).
#[derive(Clone, Debug, PartialEq)]
pub struct TypeParam {
    /// Its tokens.
    pub span: Span,
    /// The name.
    pub name: Ident,
    /// `T: bound`, `*Ts` or `**P`.
    pub kind: TypeParamKind,
    /// `= default` (3.13).
    pub default_value: Option<Box<Expr>>,
}

/// The kinds of type parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeParamKind {
    /// `T: bound`
    TypeVar { bound: Option<Box<Expr>> },
    /// `**P`
    ParamSpec,
    /// `*Ts`
    TypeVarTuple,
}
