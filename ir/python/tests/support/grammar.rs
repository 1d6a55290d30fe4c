//! Kernels out of bytes: each byte chooses among forms that the language has, so that a mutation of the bytes is
//! another kernel with much the same shape, and nearly all of them get past the parser.

use std::fmt::Write;

/// Expressions: `{e}` any expression, `{t}` a tile, `{v}` a variable, `{a}` an array, `{n}` a small number,
/// `{s}` a shape, `{d}` a data type, `{o}` an operator, `{c}` a comparison, `{f}` a function.
const EXPRESSIONS: &[&str] = &[
    "{v}",
    "{n}",
    "1.5",
    "True",
    "None",
    "N",
    "{e} {o} {e}",
    "({e} {o} {e}) {o} {e}",
    "-{e}",
    "~{e}",
    "not {e}",
    "{e} {c} {e}",
    "{e} {c} {e} {c} {e}",
    "{e} and {e}",
    "{e} or {e}",
    "({e} if {e} else {e})",
    "({e}, {e})",
    "({e},)",
    "()",
    "{e}[{n}]",
    "{e}[{e}]",
    "{v}[:, None]",
    "{v}[None]",
    "{v}[{n}:{e}]",
    "({v} := {e})",
    "(*{e}, {e})",
    "tuple({e} for {v} in {e})",
    "tuple({e} for {v} in range({n}) if {e})",
    "f'{{{e}}}x{{{e}:>{n}}}'",
    "'text'",
    "(lambda {v}: {e})({e})",
    "helper({e}, {e})",
    "recursive({e})",
    "Pair({e}, {e})",
    "Pair({e}, {e}).left",
    "{v}.right",
    "dict(a={e}, b={e})",
    "keywords(**dict(left={e}, right={e}))",
    "closure({e})",
    "Mode.FAST",
    "Mode({n})",
    "LIMIT",
    "TABLE[{n}]",
    "math.ceil({e})",
    "math.inf",
    "int({e})",
    "float({e})",
    "bool({e})",
    "len({e})",
    "min({e}, {e})",
    "max({e}, {e})",
    "abs({e})",
    "range({e})",
    "divmod({e}, {e})",
    "isinstance({e}, int)",
    "str({e})",
    "{d}({e})",
    "{a}.shape[{n}]",
    "{a}.dtype",
    "{a}.strides",
    "{v}.shape",
    "{v}.dtype",
    "{v}.ndim",
    "{a}.slice(0, {e}, {e})",
    "{a}.tiled_view({s})",
    "{a}.tiled_view({s}).load(({e},))",
    "ct.bid({n})",
    "ct.num_blocks({n})",
    "ct.num_tiles({a}, {n}, {s})",
    "ct.load({a}, ({e},), {s})",
    "ct.load({a}, ({e}, {e}), {s})",
    "ct.load({a}, {e}, shape={s}, padding_mode=ct.PaddingMode.ZERO, order='F')",
    "ct.gather({a}, {e})",
    "ct.gather({a}, ({e}, {e}), mask={e}, padding_value={e})",
    "ct.full({s}, {e}, {d})",
    "ct.zeros({s}, {d})",
    "ct.ones({s}, {d})",
    "ct.arange({n}, dtype={d})",
    "{t}.astype({d})",
    "ct.astype({t}, {d})",
    "ct.bitcast({t}, {d})",
    "ct.reshape({t}, {s})",
    "{t}.reshape({s})",
    "ct.broadcast_to({t}, {s})",
    "ct.permute({t}, {e})",
    "ct.transpose({t}, {n}, {n})",
    "ct.expand_dims({t}, {n})",
    "ct.cat(({t}, {t}), {n})",
    "ct.extract({t}, {e}, {s})",
    "ct.insert({t}, {t}, {e})",
    "ct.sum({t}, axis={n})",
    "ct.max({t}, {n}, keepdims={e})",
    "ct.argmax({t}, {n})",
    "ct.prod({t})",
    "ct.cumsum({t}, {n}, reverse={e})",
    "ct.reduce({t}, {n}, {f}, {e})",
    "ct.reduce(({t}, {t}), {n}, lambda a, b, c, d: ({e}, {e}), ({e}, {e}))",
    "ct.scan({t}, {n}, {f}, {e})",
    "ct.where({e}, {e}, {e})",
    "ct.exp({e})",
    "ct.exp2({e}, flush_to_zero={e})",
    "ct.rsqrt({e})",
    "ct.tanh({e})",
    "ct.log({e})",
    "ct.floor({e})",
    "ct.isnan({e})",
    "ct.add({e}, {e}, rounding_mode=ct.RoundingMode.RZ)",
    "ct.truediv({e}, {e}, flush_to_zero=True)",
    "ct.pow({e}, {e})",
    "ct.mod({e}, {e})",
    "ct.cdiv({e}, {e})",
    "ct.mma({t}, {t}, {t})",
    "ct.matmul({t}, {t})",
    "{t} @ {t}",
    "ct.atomic_add({a}, {e}, {e})",
    "ct.atomic_cas({a}, {e}, {e}, {e})",
    "ct.static_eval({e})",
    "ct.pack_to_bytes({t})",
    "ct.unpack_from_bytes({t}, {d})",
    "ct.assume_divisible_by({e}, {n})",
    "ct.astile({e})",
    "ct.ensure_constant({e})",
    "{n} << {n} ** {n}",
    "'a' * {n} ** {n}",
    "({e},) * {n}",
    "{n} ** {e}",
    "[{e} for {v} in range({n})]",
    "{{{n}: {e}}}",
    "{{{e}}}",
    "await {e}",
    "(yield {e})",
];

/// Statements of one line.
const SIMPLE: &[&str] = &[
    "{v} = {e}",
    "{v} = {t}",
    "{v} {o}= {e}",
    "{v}, {v} = {e}",
    "{v} = {v} = {e}",
    "{v}: int = {e}",
    "{e}",
    "pass",
    "break",
    "continue",
    "return",
    "return {e}",
    "ct.store({a}, ({e},), {e})",
    "ct.store({a}, ({e}, {e}), {t})",
    "ct.store({a}, index={e}, tile={e}, order=(1, 0))",
    "ct.scatter({a}, {e}, {e}, mask={e})",
    "print({e}, {e})",
    "ct.printf('%d %f', {e}, {e})",
    "ct.assert_({e}, 'no')",
    "assert {e}, 'no'",
    "ct.static_assert({e}, f'{{{e}}}')",
    "{v} = lambda {v}, {v}={e}: {e}",
    "del {v}",
    "global LIMIT",
    "nonlocal {v}",
    "raise ValueError({e})",
    "{v}[{n}] = {e}",
    "{v}.x = {e}",
    "{a}.tiled_view({s}).store(({e},), {e})",
    "import math",
    "*{v}, {v} = {e}",
];

/// Statements with a body.
const COMPOUND: &[&str] = &[
    "if {e}:",
    "for {v} in range({e}):",
    "while {e}:",
    "for {v} in range({e}, {e}, {n}):",
    "for {v} in ct.static_iter(range({n})):",
    "for {v} in ct.static_iter(({e}, {e})):",
    "def closure({v}, {v}={e}):",
    "with manager({e}) as {v}:",
    "for {v}, {v} in ct.static_iter(zip({e}, {e})):",
    "for {v} in {e}:",
    "@ct.static_def\ndef closure({v}):",
    "match {e}:\n    case {n}:",
    "try:",
    "class Inner:",
    "async def closure():",
];

const VARIABLES: &[&str] = &["a", "b", "c", "i", "j", "x", "N", "n"];
const ARRAYS: &[&str] = &["x", "y", "z", "a"];
const SHAPES: &[&str] = &[
    "(N,)",
    "(4,)",
    "(N, N)",
    "(8, 4)",
    "()",
    "(16, 16)",
    "(1,)",
    "(3,)",
    "(2, 2, 2)",
    "4",
    "{e}",
];
const DTYPES: &[&str] = &[
    "ct.float32",
    "ct.int32",
    "ct.float16",
    "ct.bfloat16",
    "ct.int8",
    "ct.uint8",
    "ct.int64",
    "ct.bool_",
    "ct.float64",
    "ct.float8_e4m3fn",
    "ct.uint64",
    "ct.tfloat32",
    "ct.int16",
    "{e}",
];
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@",
];
const COMPARISONS: &[&str] = &[
    "<", "==", ">=", "!=", ">", "<=", "is", "is not", "in", "not in",
];
const FUNCTIONS: &[&str] = &[
    "lambda a, b: a + b",
    "ct.maximum",
    "lambda a, b: {e}",
    "helper",
    "recursive",
    "max",
    "{e}",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "16",
    "-1",
    "64",
    "100",
    "65537",
    "2147483648",
    "10",
    "2 ** 63",
];

/// What every kernel can refer to.
const PRELUDE: &str = "\
import math
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

import cuda.tile as ct

LIMIT = 1 << 5
TABLE = (1, 2.5, 'x', None)


class Mode(IntEnum):
    FAST = 0
    SLOW = 1


@dataclass
class Pair:
    left: int
    right: int = 2


def recursive(n):
    return 1 if n == 0 else recursive(n - 1) + 1


def keywords(left=1, **rest):
    return left


@contextmanager
def manager(a):
    yield a
";

/// Writes a file with one kernel, called `kernel`, that takes `x`, `y`, `z`, `n` and the constant `N`.
pub fn kernel(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes: bytes.iter(),
        text: PRELUDE.to_owned(),
        budget: 400,
    };
    writer.text.push_str("\n\ndef helper(a, b=1):\n");
    writer.block(1, 0);
    writer
        .text
        .push_str("\n\n@ct.kernel\ndef kernel(x, y, z, n, N: ct.Constant[int]):\n");
    writer.block(1, 0);
    writer.text
}

struct Writer<'a> {
    bytes: std::slice::Iter<'a, u8>,
    text: String,
    /// Forms that may still be written.
    budget: u32,
}

impl Writer<'_> {
    /// The next byte; zeros when there are no more, which are the simplest choices.
    fn byte(&mut self) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte))
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        let at = self.byte();
        from.get(at % from.len()).copied().unwrap_or_default()
    }

    fn block(&mut self, indent: usize, depth: usize) {
        let count = 1 + self.byte() % 6;
        for _ in 0..count {
            if self.byte() % 4 == 3 && depth < 4 {
                let head = self.pick(COMPOUND);
                self.line(head, indent);
                let deeper = if head.starts_with("match") { 2 } else { 1 };
                self.block(indent + deeper, depth + 1);
                if head.starts_with("if") && self.byte() % 2 == 1 {
                    self.line("else:", indent);
                    self.block(indent + 1, depth + 1);
                } else if head.starts_with("try") {
                    self.line("finally:", indent);
                    self.block(indent + 1, depth + 1);
                }
            } else {
                let statement = self.pick(SIMPLE);
                self.line(statement, indent);
            }
        }
    }

    fn line(&mut self, template: &str, indent: usize) {
        for part in template.split('\n') {
            let _ = write!(self.text, "{:width$}", "", width = 4 * indent);
            self.fill(part, 0);
            self.text.push('\n');
        }
    }

    /// Writes a template, its holes filled; doubled braces are braces.
    fn fill(&mut self, template: &str, depth: usize) {
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, hole) = rest.split_at(at);
            self.text.push_str(before);
            let double = hole.starts_with("{{") || hole.starts_with("}}");
            let (width, kind) = match double {
                true => (2, ""),
                false => (3.min(hole.len()), hole.get(1..2).unwrap_or_default()),
            };
            match double {
                true => self.text.push_str(&hole[..1]),
                false => self.hole(kind, depth),
            }
            rest = &hole[width..];
        }
        self.text.push_str(rest);
    }

    fn hole(&mut self, kind: &str, depth: usize) {
        let template = match kind {
            "v" => self.pick(VARIABLES),
            "a" => self.pick(ARRAYS),
            "n" => self.pick(NUMBERS),
            "d" => self.pick(DTYPES),
            "s" => self.pick(SHAPES),
            "o" => self.pick(OPERATORS),
            "c" => self.pick(COMPARISONS),
            "f" => self.pick(FUNCTIONS),
            "t" if self.byte().is_multiple_of(2) => "ct.load(x, (0,), (N,))",
            _ if depth >= 4 || self.budget == 0 => "{v}",
            _ => self.pick(EXPRESSIONS),
        };
        self.budget = self.budget.saturating_sub(1);
        self.fill(template, depth + 1);
    }
}
