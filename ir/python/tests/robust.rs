//! No input makes the parser panic, hang, or use memory without bound.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tileport_python::parse::{Parsed, SyntaxError, parse, parse_bytes};
use tileport_python::source::Span;
use tileport_python::tree::dump::to_json;

/// Parses what has to end soon; the limit is generous, for unoptimised builds on busy machines.
fn soon(name: &str, source: &str) -> Result<Parsed, Vec<SyntaxError>> {
    let start = Instant::now();
    let result = parse(source);
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(60), "{name} took {elapsed:?}");
    if let Err(errors) = &result {
        assert!(!errors.is_empty(), "{name}: rejected without an error");
    }
    result
}

const LONG: usize = 1_000_000;

#[test]
fn long_lines_end() {
    assert!(soon("string", &format!("x = '{}'\n", "a".repeat(LONG))).is_ok());
    assert!(soon("comment", &format!("#{}\n", "a".repeat(LONG))).is_ok());
    assert!(soon("hexadecimal", &format!("x = 0x{}\n", "f".repeat(LONG))).is_ok());
    assert!(soon("decimal", &format!("x = {}\n", "1".repeat(LONG))).is_err());
    assert!(soon("list", &format!("x = [{}]\n", "1,".repeat(LONG))).is_err());
    assert!(soon("list", &format!("x = [{}]\n", "1,".repeat(LONG / 10))).is_ok());
    assert!(
        soon(
            "named escapes",
            &format!("x = '{}'\n", "\\N{DIGIT ONE}".repeat(9000))
        )
        .is_ok()
    );
}

#[test]
fn long_chains_are_refused_or_flat() {
    let chains = [
        ("sum", "x = ", "1+", "1", false),
        ("attributes", "x = a", ".b", "", false),
        ("calls", "x = a", "()", "", false),
        ("signs", "x = ", "-", "1", false),
        ("nots", "x = ", "not ", "a", false),
        ("conditionals", "x = ", "a if b else ", "c", false),
        ("lambdas", "x = ", "lambda: ", "c", false),
        ("lambda defaults", "x = ", "lambda a=", "c", false),
        ("powers", "x = ", "a ** ", "b", false),
        ("and", "x = ", "a and ", "b", true),
        ("comparisons", "x = ", "a < ", "b", true),
        ("targets", "", "a = ", "b", true),
        ("strings", "x = ", "'a' ", "''", true),
        ("clauses", "x = [a ", "for b in c ", "]", true),
    ];
    for (name, before, link, after, accepted) in chains {
        let source = format!("{before}{}{after}\n", link.repeat(20_000));
        assert_eq!(soon(name, &source).is_ok(), accepted, "{name}");
    }
}

#[test]
fn deep_nesting_is_refused_or_read() {
    let nests = [
        ("parentheses", "(", "a", ")"),
        ("lists", "[", "a", "]"),
        ("dictionaries", "{a: ", "b", "}"),
        ("calls", "a(", "b", ")"),
        ("subscripts", "a[", "b", "]"),
        ("comprehensions", "[", "a", " for b in c]"),
        ("f-strings", "f'{", "a", "}'"),
        ("specifications", "f'{a:{", "b", "}}'"),
        ("sums", "(a + b + c * d + ", "e", ")"),
        ("lambdas", "lambda a=(", "b", "): c"),
    ];
    for (name, open, inside, close) in nests {
        for depth in [10, 60, 100_000] {
            let source = format!(
                "x = {}{inside}{}\n",
                open.repeat(depth),
                close.repeat(depth)
            );
            let result = soon(name, &source);
            assert_eq!(result.is_ok(), depth < 100, "{name} {depth}");
            if let Ok(parsed) = result {
                assert!(to_json(&parsed).len() > depth);
            }
        }
    }
    let blocks: String = (0..99).map(|depth| " ".repeat(depth) + "if a:\n").collect();
    assert!(soon("blocks", &(blocks + &" ".repeat(99) + "b\n")).is_ok());
    let elifs = format!("if a: b\n{}", "elif a: b\n".repeat(20_000));
    assert!(soon("elifs", &elifs).is_err());
    let pattern = format!(
        "match a:\n  case {}b{}: pass\n",
        "(".repeat(99),
        ")".repeat(99)
    );
    assert!(soon("patterns", &pattern).is_ok());
}

#[test]
fn the_number_of_errors_is_bounded() {
    for source in [
        "x = = 1\n",
        "def f(:\n  x\n",
        "x = (\ndef f():\n",
        "'\n",
        "f'{\n",
        "  a\n b\n",
    ] {
        let errors = soon(source, &source.repeat(5000)).expect_err("it is wrong");
        assert!(errors.len() <= 100, "{source:?}: {} errors", errors.len());
    }
}

#[test]
fn independent_errors_are_all_reported() {
    let source = "\
a = = 1
b = 2
if x
    c = 1 +
def g():
    d +
$
def f(:
    e

def h(): pass
i j
";
    let errors = soon("several", source).expect_err("it is wrong");
    let lines: Vec<u32> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 3, 4, 6, 7, 8, 12], "{errors:?}");
}

/// Spans lie in the source, on character borders, and the parts of a tree dump without trouble.
fn check(source: &[u8]) -> Result<(), TestCaseError> {
    match parse_bytes(source) {
        Ok(parsed) => {
            to_json(&parsed);
            for comment in &parsed.module.comments {
                prop_assert_eq!(comment.span.text(&parsed.source), &*comment.text);
            }
            let mut end = 0;
            for statement in &parsed.module.body {
                let Span { start, end: last } = statement.span;
                prop_assert!(end <= start && start < last, "{:?}", statement.span);
                prop_assert!(parsed.source.get(start as usize..last as usize).is_some());
                end = last;
            }
        }
        Err(errors) => {
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!(error.line >= 1 && error.span.start <= error.span.end);
            }
        }
    }
    Ok(())
}

/// Pieces that the scanner and the grammar react to, in any order.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "a",
        "b1",
        "_",
        "match",
        "case",
        "type",
        "if",
        "else",
        "elif",
        "for",
        "in",
        "not",
        "is",
        "and",
        "or",
        "lambda",
        "yield",
        "await",
        "async",
        "def",
        "class",
        "with",
        "as",
        "try",
        "except",
        "finally",
        "return",
        "import",
        "from",
        "None",
        "True",
        "del",
        "global",
        "f'",
        "f\"",
        "'''",
        "\"\"\"",
        "rf'",
        "b'",
        "'",
        "\"",
        "{",
        "}",
        "{{",
        "}}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        ":=",
        "=",
        "==",
        "!",
        "!r",
        "->",
        "*",
        "**",
        "+",
        "-",
        "~",
        "@",
        "/",
        "|",
        "<<=",
        ".",
        "...",
        ";",
        "\\",
        "\\\n",
        "\n",
        "\n    ",
        "\n        ",
        "\n\t",
        "\r\n",
        "\r",
        "\x0c",
        " ",
        "#c",
        "0",
        "1.5e3j",
        "0x",
        "1_",
        "é",
        "ﬁ",
        "€",
        "\u{feff}",
        "\\N{",
        "\\x4",
        "\0",
    ];
    prop_oneof![
        20 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_pieces_parse_or_are_refused(pieces in prop::collection::vec(piece(), 0..60)) {
        check(pieces.concat().as_bytes())?;
    }

    #[test]
    fn any_bytes_parse_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    /// A valid file with a piece cut out or put in.
    #[test]
    fn any_edit_parses_or_is_refused(
        fixture in prop::sample::select(fixtures()),
        at in any::<prop::sample::Index>(),
        cut in 0usize..20,
        inserted in piece(),
    ) {
        let at = at.index(fixture.len() + 1);
        let end = (at + cut).min(fixture.len());
        let mut edited = fixture[..at].to_vec();
        edited.extend(inserted.as_bytes());
        edited.extend(&fixture[end..]);
        check(&edited)?;
    }
}

fn fixtures() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/syntax/ok");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("fixture").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("source"))
        .collect()
}
