//! Files that ask for absurd work, by name: each ends in a module or a diagnostic, and soon.

/// A file with a kernel `k(x, n, N: ct.Constant[int])` and what its body is to be.
pub struct Case {
    pub name: &'static str,
    pub source: String,
    /// Whether the kernel lowers.
    pub lowers: bool,
}

/// Definitions before the kernel, and its body.
fn file(before: &str, body: &str) -> String {
    let mut text = String::from(
        "import math\nfrom contextlib import contextmanager\nfrom dataclasses import dataclass\nimport cuda.tile as ct\n",
    );
    text.push_str(before);
    text.push_str("\n@ct.kernel\ndef k(x, n, N: ct.Constant[int]):\n");
    for line in body.lines() {
        text.push_str("    ");
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn repeated(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Blocks inside one another.
fn nested(depth: usize, head: &str, inside: &str) -> String {
    let mut text = repeated(depth, |level| format!("{}{head}\n", " ".repeat(level)));
    text.push_str(&" ".repeat(depth));
    text.push_str(inside);
    text
}

/// The cases, in groups.
pub fn groups() -> Vec<(&'static str, Vec<Case>)> {
    let groups: [(&str, fn(Add)); 5] = [
        ("constants", constants),
        ("loops", loops),
        ("calls", calls),
        ("growth", growth),
        ("sizes", sizes),
    ];
    let cases = |fill: fn(Add)| {
        let mut cases = Vec::new();
        fill(&mut |name, before: &str, body: &str, lowers| {
            let source = file(before, body);
            cases.push(Case {
                name,
                source,
                lowers,
            });
        });
        cases
    };
    groups.map(|(name, fill)| (name, cases(fill))).into()
}

type Add<'a> = &'a mut dyn FnMut(&'static str, &str, &str, bool);

/// Values that would fill memory, or take for ever to compute.
fn constants(add: Add) {
    for (name, value) in [
        ("shift", "1 << 10**9"),
        ("shift by a lot", "1 << 10**30"),
        ("tower", "10**10**10"),
        ("tower of negatives", "(-10)**10**10"),
        ("float power", "2.0 ** 10**400"),
        ("text", "'a' * 10**12"),
        ("bytes", "b'a' * 10**12"),
        ("tuple", "(1, 2) * 10**9"),
        ("list", "[1, 2] * 10**9"),
        ("range", "tuple(range(10**12))"),
        ("range of everything", "list(range(-10**30, 10**30))"),
        ("sum of a range", "sum(range(10**12))"),
        ("length of a range", "len(range(10**12))"),
        ("membership", "10**11 in range(10**12)"),
        ("comprehension", "[a for a in range(10**9)]"),
        (
            "nested comprehensions",
            "[a for a in range(10**4) for b in range(10**4) for c in range(10**4)]",
        ),
        ("products of tuples", "((((1,) * 999) * 999) * 999) * 999"),
        ("doubled text", "'ab' * 99999 * 99999"),
        ("format width", "f'{1:1000000000}'"),
        ("format precision", "f'{1.5:.1000000000f}'"),
        ("format method", "'{:>1000000000}'.format(1)"),
        ("percent format", "'%1000000000d' % 1"),
        ("pow", "pow(3, 10**9)"),
        ("factorial", "math.factorial(10**7)"),
        ("comb", "math.comb(10**6, 5 * 10**5)"),
        ("joined", "('a' * 10**5).join(['b' * 10**5] * 10**5)"),
        ("int of text", "int('9' * 10**6)"),
        ("text of an int", "str(7 ** 50000)"),
        ("negative shift", "1 << -1"),
        ("division by zero", "1 // 0"),
        ("zip", "list(zip(range(10**12), range(10**12)))"),
        ("sorted", "sorted(range(10**9))"),
        ("any", "any(a < 0 for a in range(10**12))"),
        ("slice", "range(10**12)[::-1][0]"),
        (
            "replace",
            "('a' * 9999).replace('a', 'a' * 9999).replace('a', 'a' * 9999)",
        ),
    ] {
        // Outside of compile-time expressions a format is only read where it is printed.
        let format = matches!(name, "format width" | "format precision");
        let known = name == "length of a range";
        let body = format!("a = ct.static_eval({value})\nct.store(x, (0,), 1)");
        add(name, "", &body, known);
        add(
            name,
            &format!("A = {value}\n"),
            "a = A\nct.store(x, (0,), 1)",
            known,
        );
        add(
            name,
            "",
            &format!("a = {value}\nct.store(x, (0,), 1)"),
            format,
        );
    }
}

/// Loops that run while compiling, and ones that do not.
fn loops(add: Add) {
    for (name, body) in [
        (
            "static loop",
            "for i in ct.static_iter(range(10**9)):\n  ct.store(x, (i,), 1)",
        ),
        (
            "static loop over a huge range",
            "for i in ct.static_iter(range(10**30)):\n  ct.store(x, (i,), 1)",
        ),
        (
            "static loops",
            "for i in ct.static_iter(range(10**4)):\n for j in ct.static_iter(range(10**4)):\n  ct.store(x, (i,), 1)",
        ),
        (
            "empty static loops",
            "for i in ct.static_iter(range(10**5)):\n for j in ct.static_iter(range(10**5)):\n  pass",
        ),
        ("tuple comprehension", "a = tuple(i for i in range(10**9))"),
        ("endless", "while True:\n  pass"),
        ("endless with work", "a = 1\nwhile True:\n  a = a + 1"),
        ("range", "for i in range(10**30):\n  pass"),
        ("step of zero", "for i in range(0, 10, 0):\n  pass"),
    ] {
        add(name, "", body, name.starts_with("endless"));
    }
    for (name, before) in [
        ("while", "def f(n):\n  while True:\n    pass\n"),
        (
            "while that grows",
            "def f(n):\n  a = (1,)\n  while True:\n    a = a + a\n",
        ),
        (
            "while that grows a list",
            "def f(n):\n  a = [1]\n  while True:\n    a.append(a)\n",
        ),
        (
            "list in itself",
            "def f(n):\n  a = [1]\n  while True:\n    a = [a, a]\n",
        ),
        (
            "for",
            "def f(n):\n  for i in range(10**12):\n    pass\n  return 1\n",
        ),
        ("recursion", "def f(n):\n  return f(n + 1)\n"),
        (
            "two of them",
            "def g(n):\n  return f(n)\ndef f(n):\n  return g(n)\n",
        ),
        (
            "exponential",
            "def f(n):\n  return 1 if n > 60 else f(n + 1) + f(n + 1)\n",
        ),
        (
            "number",
            "def f(n):\n  a = 3\n  while True:\n    a = a * a\n",
        ),
        (
            "text",
            "def f(n):\n  a = 'a'\n  while True:\n    a = a + a\n",
        ),
        (
            "formatted",
            "def f(n):\n  a = 'a'\n  while True:\n    a = f'{a}{a}'\n",
        ),
        (
            "dictionary",
            "def f(n):\n  a = {}\n  while True:\n    a = {1: a, 2: a}\n",
        ),
        (
            "lambdas",
            "def f(n):\n  a = lambda: 1\n  while True:\n    a = lambda b=a: b()\n",
        ),
        (
            "y",
            "def f(n):\n  return (lambda a: a(a))(lambda a: a(a))\n",
        ),
    ] {
        add(name, before, "a = ct.static_eval(f(0))", false);
        add(
            name,
            &format!("@ct.static_def\n{before}")
                .replace("\ndef f", "\n@ct.static_def\ndef f")
                .replacen("@ct.static_def\n@ct.static_def\n", "@ct.static_def\n", 1),
            "a = f(0)",
            false,
        );
        add(name, &format!("{before}A = f(0)\n"), "a = A", false);
        add(
            name,
            &format!("{before}\ndef d(a=f(0)):\n  return a\n"),
            "a = d()",
            false,
        );
    }
}

/// Functions, classes and names that lead to themselves.
fn calls(add: Add) {
    let powers = |deep: usize, call: &str| {
        let mut text = String::from("def f0(a):\n  return a + 1\n");
        for level in 1..=deep {
            let call = call.replace("f(", &format!("f{}(", level - 1));
            text.push_str(&format!("def f{level}(a):\n  return {call}\n"));
        }
        text
    };
    add(
        "inlined twice, 60 deep",
        &powers(60, "f(a) + f(a)"),
        "a = f60(n)",
        false,
    );
    add(
        "inlined twice, nested",
        &powers(60, "f(f(a))"),
        "a = f60(n)",
        false,
    );
    add(
        "inlined once, 150 deep",
        &powers(150, "f(a)"),
        "a = f150(n)\nct.store(x, (0,), a)",
        true,
    );
    add(
        "inlined once, 1000 deep",
        &powers(1000, "f(a)"),
        "a = f1000(n)",
        false,
    );
    add("recursion", "def f(a):\n  return f(a)\n", "a = f(n)", false);
    add(
        "recursion of two",
        "def f(a):\n  return g(a)\ndef g(a):\n  return f(a) + f(a)\n",
        "a = f(n)",
        false,
    );
    add(
        "recursion in branches",
        "def f(a):\n  if a > 0:\n    return f(a - 1)\n  return f(a - 2)\n",
        "a = f(n)",
        false,
    );
    add(
        "recursion in loops",
        "def f(a):\n  for i in range(a):\n    a = f(i)\n  return a\n",
        "a = f(n)",
        false,
    );
    add(
        "closure of itself",
        "",
        "def f(a):\n  return f(a)\na = f(n)",
        false,
    );
    add(
        "lambda of itself",
        "",
        "f = lambda g, a: g(g, a)\na = f(f, n)",
        false,
    );
    add(
        "lambda of itself, twice",
        "",
        "f = lambda g, a: g(g, a) + g(g, a)\na = f(f, n)",
        false,
    );
    add(
        "lambdas inside one another",
        "",
        &repeated(300, |i| match i {
            0 => "f0 = lambda a: a\n".into(),
            _ => format!("f{i} = lambda a: f{}(f{}(a))\n", i - 1, i - 1),
        })
        .add_line("a = f299(n)"),
        false,
    );
    add(
        "reduction with itself",
        "def f(a, b):\n  return ct.reduce(a, 0, f, 0)\n",
        "a = ct.reduce(ct.load(x, (0,), (N,)), 0, f, 0)",
        false,
    );
    add("constant of itself", "A = A\n", "a = A", false);
    add("constants of each other", "A = B\nB = A\n", "a = A", false);
    add(
        "constants that double",
        &format!(
            "A0 = (1, 1)\n{}",
            repeated(64, |i| format!("A{} = (A{i}, A{i})\n", i + 1))
        ),
        "a = A64",
        false,
    );
    add(
        "constants that add up",
        &format!(
            "A0 = 1\n{}",
            repeated(50, |i| format!("A{} = A{i} + A{i}\n", i + 1))
        ),
        "a = A50\nct.store(x, (0,), 1)",
        true,
    );
    add(
        "constants in a long chain",
        &format!(
            "A0 = 1\n{}",
            repeated(5000, |i| format!("A{} = A{i} + 1\n", i + 1))
        ),
        "a = A5000",
        false,
    );
    add(
        "annotation of itself",
        "T = T\n@ct.kernel\ndef other(x: T): pass\n",
        "a = 1",
        true,
    );
    add(
        "decorator of itself",
        "@f\ndef f(a):\n  return a\n",
        "a = f(n)\nct.store(x, (0,), a)",
        true,
    );
    add(
        "default of itself",
        "def f(a=f()):\n  return a\n",
        "a = f()",
        false,
    );
    add(
        "class in itself",
        "@dataclass\nclass P:\n  a: int = P()\n",
        "a = P()",
        false,
    );
    add(
        "class with itself as base",
        "class P(P):\n  a = 1\n",
        "a = P.a",
        true,
    );
    add(
        "classes that build each other",
        "@dataclass\nclass P:\n  a: int\n  def __post_init__(self):\n    P(self)\n",
        "a = P(1)",
        false,
    );
    add(
        "attribute of itself",
        "class P:\n  a = P.a\n",
        "a = P.a",
        false,
    );
    add(
        "property of itself",
        "@dataclass\nclass P:\n  a: int\n  @property\n  def b(self):\n    return self.b\n",
        "a = P(1).b",
        false,
    );
    add(
        "method of itself",
        "@dataclass\nclass P:\n  a: int\n  def b(self):\n    return self.b() + self.b()\n",
        "a = P(1).b()",
        false,
    );
    add(
        "called object",
        "@dataclass\nclass P:\n  a: int\n  def __call__(self):\n    return self()\n",
        "a = P(1)()",
        false,
    );
    add(
        "bases in a lattice",
        &format!(
            "class C0: a = 1\nclass C1: pass\n{}",
            repeated(60, |i| format!(
                "class C{}(C{i}, C{}): pass\n",
                i + 2,
                i + 1
            ))
        ),
        "a = C61.a",
        true,
    );
    add(
        "frozen class in itself",
        "@dataclass(frozen=True)\nclass P:\n  a: int = P()\n",
        "a = P()",
        false,
    );
    add(
        "frozen classes that build each other",
        "@dataclass(frozen=True)\nclass P:\n  a: int\n  def __post_init__(self):\n    P(self)\n",
        "a = P(1)",
        false,
    );
    add(
        "frozen property of itself",
        "@dataclass(frozen=True)\nclass P:\n  a: int\n  @property\n  def b(self):\n    return self.b\n",
        "a = P(1).b",
        false,
    );
    add(
        "frozen method of itself",
        "@dataclass(frozen=True)\nclass P:\n  a: int\n  def b(self):\n    return self.b() + self.b()\n",
        "a = P(1).b()",
        false,
    );
    add(
        "frozen called object",
        "@dataclass(frozen=True)\nclass P:\n  a: int\n  def __call__(self):\n    return self()\n",
        "a = P(1)()",
        false,
    );
    add(
        "function made by itself",
        "def f(n):\n  def g():\n    return f(n)\n  return g\nA = f(1)()\n",
        "a = A()()()",
        true,
    );
    add(
        "functions that keep each other",
        "def f(a):\n  def g():\n    return a\n  return g\ndef h():\n  a = 1\n  while True:\n    a = f(a)\nA = h()\n",
        "a = A()",
        false,
    );
    add(
        "globals that each take long",
        &format!(
            "def f(n):\n  while n < 200000:\n    n = n + 1\n  return n\n{}",
            repeated(300, |i| format!("A{i} = f({i})\n"))
        ),
        &repeated(300, |i| format!("a = A{i}\n")),
        false,
    );
    add(
        "evaluations that each take long",
        "def f(n):\n  while n < 200000:\n    n = n + 1\n  return n\n",
        &repeated(300, |_| "a = ct.static_eval(f(1))\n".into()),
        false,
    );
    add(
        "decorators that each take long",
        &format!(
            "def f(n):\n  while n < 200000:\n    n = n + 1\n  return lambda g: g\n{}",
            repeated(300, |i| format!("@f({i})\ndef d{i}(): pass\n"))
        ),
        &repeated(300, |i| format!("a = d{i}()\n")),
        true,
    );
    add(
        "much text",
        &format!("A = {:?}\n", "a".repeat(3_000_000)),
        "ct.static_assert(N == 0, A)",
        false,
    );
    add(
        "context in itself",
        "@contextmanager\ndef f():\n  with f():\n    yield 1\n",
        "with f() as a:\n  pass",
        false,
    );
}

/// Types and values that grow with each statement.
fn growth(add: Add) {
    add(
        "tuples that double",
        "",
        &format!("a = (1, 2)\n{}", "a = (a, a)\n".repeat(64)),
        false,
    );
    add(
        "tuples of tiles that double",
        "",
        &format!("a = (n, n)\n{}", "a = (a, a)\n".repeat(64)),
        false,
    );
    add(
        "tuples of tiles repeated",
        "",
        "ct.static_eval((((n,) * 65000,) * 65000,) * 65000)\n",
        false,
    );
    add(
        "nothing, repeated",
        "",
        "ct.static_eval(len(() * 10**18))\n",
        true,
    );
    add(
        "tuples that add up",
        "",
        &format!("a = (n, n)\n{}", "a = a + a\n".repeat(64)),
        false,
    );
    add(
        "tuples that nest",
        "",
        &format!("a = (n,)\n{}", "a = (a,)\n".repeat(5000)),
        false,
    );
    add(
        "tuples that double in a loop",
        "",
        &format!(
            "a = (n, n)\n{}for i in range(n):\n  b = a\n",
            "a = (a, a)\n".repeat(30)
        ),
        false,
    );
    add(
        "frozen records that double",
        "@dataclass(frozen=True)\nclass P:\n  a: int\n  b: int\n",
        &format!("a = P(n, n)\n{}", "a = P(a, a)\n".repeat(64)),
        false,
    );
    add(
        "records that double",
        "@dataclass\nclass P:\n  a: int\n  b: int\n",
        &format!("a = P(n, n)\n{}", "a = P(a, a)\n".repeat(64)),
        false,
    );
    add(
        "closures that double",
        "",
        &format!(
            "f = lambda: n\n{}",
            "f = (lambda a, b: lambda: (a, b))(f, f)\n".repeat(64)
        ),
        false,
    );
    add(
        "text that doubles",
        "",
        &format!("a = 'ab'\n{}", "a = a + a\n".repeat(64)),
        false,
    );
    add(
        "text that doubles in braces",
        "",
        &format!("a = 'ab'\n{}", "a = f'{a}{a}'\n".repeat(64)),
        false,
    );
    add(
        "numbers that square",
        "",
        &format!("a = 3\n{}", "a = a * a\n".repeat(64)),
        false,
    );
    add(
        "dictionaries that double",
        "",
        &format!("a = dict(b=1)\n{}", "a = dict(b=a, c=a)\n".repeat(64)),
        false,
    );
    add(
        "tiles that double",
        "",
        &format!(
            "a = ct.load(x, (0,), (2,))\n{}",
            "a = ct.cat((a, a), 0)\n".repeat(64)
        ),
        false,
    );
    add(
        "rank that grows",
        "",
        &format!(
            "a = ct.load(x, (0,), (2,))\n{}",
            "a = a[None]\n".repeat(500)
        ),
        false,
    );
    add(
        "a huge tile",
        "",
        "a = ct.zeros((2**30, 2**30), ct.float32)\nct.store(x, (0,), a)",
        true,
    );
    add(
        "a tile of no size",
        "",
        "a = ct.zeros((2**62, 2**62, 2**62), ct.float32)",
        true,
    );
    add(
        "a negative tile",
        "",
        "a = ct.arange(-5, dtype=ct.int32)",
        false,
    );
}

/// Much of everything.
fn sizes(add: Add) {
    add(
        "ten thousand statements",
        "",
        &format!(
            "a = n\n{}ct.store(x, (0,), a)",
            "a = a + 1\n".repeat(10_000)
        ),
        true,
    );
    add(
        "ten thousand loads",
        "",
        &repeated(10_000, |i| {
            format!("ct.store(x, ({i},), ct.load(x, ({i},), ()) + 1)\n")
        }),
        true,
    );
    add(
        "ten thousand copies",
        "",
        &format!(
            "a0 = n\n{}ct.store(x, (0,), a10000)",
            repeated(10_000, |i| format!("a{} = a{i}\n", i + 1))
        ),
        true,
    );
    add(
        "ten thousand names",
        "",
        &format!(
            "{}{}",
            repeated(5000, |i| format!("a{i} = n + {i}\n")),
            repeated(5000, |i| format!("ct.store(x, ({i},), a{i})\n"))
        ),
        true,
    );
    add(
        "a thousand loops",
        "",
        &"for i in range(n):\n  ct.store(x, (i,), ct.load(x, (i,), ()) + 1)\n".repeat(1000),
        true,
    );
    add(
        "a thousand loops that carry",
        "",
        &format!(
            "a = n\n{}ct.store(x, (0,), a)",
            "for i in range(n):\n  a = a + i\n".repeat(1000)
        ),
        true,
    );
    add(
        "a thousand branches",
        "",
        &format!(
            "a = n\n{}ct.store(x, (0,), a)",
            "if a > 3:\n  a = a + 1\nelse:\n  a = a - 1\n".repeat(1000)
        ),
        true,
    );
    add(
        "a thousand splits",
        "",
        &format!(
            "for i in range(n):\n{}",
            "  if i > n:\n    ct.store(x, (i,), 1)\n".repeat(1000)
        ),
        true,
    );
    add(
        "a thousand variables in a loop",
        "",
        &format!(
            "{}for i in range(n):\n{}ct.store(x, (0,), a0)",
            repeated(1000, |i| format!("a{i} = n\n")),
            repeated(1000, |i| format!("  a{i} = a{} + 1\n", (i + 1) % 1000))
        ),
        true,
    );
    add(
        "a thousand early returns",
        "",
        &"if n == 3:\n  return\n".repeat(1000),
        true,
    );
    add(
        "sixty early returns",
        "",
        &format!(
            "{}ct.store(x, (0,), 1)",
            repeated(60, |i| format!("if n == {i}:\n  return\n"))
        ),
        true,
    );
    add(
        "a thousand breaks",
        "",
        &format!(
            "for i in range(n):\n{}",
            repeated(1000, |i| format!("  if i == {i}:\n    break\n"))
        ),
        true,
    );
    add(
        "sixty breaks",
        "",
        &format!(
            "for i in range(n):\n{}  ct.store(x, (i,), 1)",
            repeated(60, |i| format!("  if i == n + {i}:\n    break\n"))
        ),
        true,
    );
    add(
        "a thousand conditions",
        "",
        &format!("a = {}n", "n if n > 1 else ".repeat(900)),
        false,
    );
    add(
        "a thousand ands",
        "",
        &format!("a = {}n > 0", "n > 0 and ".repeat(1000)),
        false,
    );
    add(
        "a long comparison",
        "",
        &format!("a = n{}", " < n".repeat(2000)),
        false,
    );
    add(
        "a long sum",
        "",
        &format!("a = n{}", " + n".repeat(400)),
        true,
    );
    add(
        "a long tuple",
        "",
        &format!("a = ({})", "n, ".repeat(50_000)),
        true,
    );
    add(
        "a call with much",
        "def f(*a):\n  return a\n",
        &format!("a = f({})", "n, ".repeat(50_000)),
        true,
    );
    add(
        "many keywords",
        "def f(**a):\n  return 1\n",
        &format!("a = f({})", repeated(5000, |i| format!("a{i}=n, "))),
        true,
    );
    add(
        "many targets",
        "",
        &format!("{}n", "a = ".repeat(20_000)),
        true,
    );
    add(
        "many handlers",
        "",
        &format!("try:\n  pass\n{}", "except A:\n  pass\n".repeat(1000)),
        false,
    );
    add(
        "loops inside one another",
        "",
        &nested(90, "for i in range(n):", "ct.store(x, (i,), 1)"),
        true,
    );
    add(
        "few loops inside one another",
        "",
        &nested(20, "for i in range(n):", "ct.store(x, (i,), 1)"),
        true,
    );
    add(
        "loops that carry inside one another",
        "",
        &format!(
            "a = n\n{}",
            nested(20, "for i in range(n):", "a = a + i\n").as_str()
        )
        .add_line("ct.store(x, (0,), a)"),
        true,
    );
    add(
        "whiles inside one another",
        "",
        &nested(40, "while n > 0:", "ct.store(x, (n,), 1)"),
        true,
    );
    add(
        "branches inside one another",
        "",
        &nested(90, "if n > 0:", "ct.store(x, (n,), 1)"),
        true,
    );
    add(
        "loops with breaks inside one another",
        "",
        &nested(30, "for i in range(n):", "break"),
        true,
    );
    add(
        "branches in loops inside one another",
        "",
        &repeated(40, |i| {
            format!("{0}for i in range(n):\n{0} if i > n:\n", "  ".repeat(i))
        })
        .add_line(&format!("{}ct.store(x, (n,), 1)", "  ".repeat(40))),
        true,
    );
    add(
        "functions inside one another",
        "",
        &nested(60, "def f(a):", "return n"),
        true,
    );
    add(
        "static loops inside one another",
        "",
        &nested(
            40,
            "for i in ct.static_iter(range(2)):",
            "ct.store(x, (i,), 1)",
        ),
        false,
    );
}

trait AddLine {
    fn add_line(&self, line: &str) -> String;
}

impl AddLine for str {
    fn add_line(&self, line: &str) -> String {
        format!("{self}{line}\n")
    }
}
