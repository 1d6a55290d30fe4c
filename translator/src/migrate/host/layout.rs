//! Laying lines out as rustfmt does, so that it leaves the emitted files alone.

/// The widest line.
const LINE: usize = 100;
/// The widest list of arguments that stays on one line.
const ARGUMENTS: usize = 60;

/// `head`, `items` with commas, `tail`: on one line where they fit, otherwise a line for each item.
/// `indent` is that of the statement.
pub fn list(head: &str, items: &[String], tail: &str, indent: usize) -> String {
    let joined = items.join(", ");
    if joined.len() <= ARGUMENTS && head.len() + joined.len() + tail.len() <= LINE {
        return format!("{head}{joined}{tail}\n");
    }
    format!(
        "{head}\n{}{:indent$}{tail}\n",
        vertical(items, indent + 4),
        ""
    )
}

/// `let launch = unsafe { call(items) };` in a function's body.
pub fn unsafe_launch(call: &str, items: &[String]) -> String {
    let (head, tail) = ("    let launch = unsafe {", " };\n");
    let joined = items.join(", ");
    let line = format!("{head} {call}({joined}){tail}");
    if joined.len() <= ARGUMENTS && line.len() <= LINE + 1 {
        return line;
    }
    let below = format!("        unsafe {{ {call}({joined}){tail}");
    if joined.len() <= ARGUMENTS && below.len() <= LINE + 1 {
        return format!("    let launch =\n{below}");
    }
    let inner = list(&format!("        {call}("), items, ")", 8);
    format!("{head}\n{inner}    }};\n")
}

/// `head`, tuples, `tail`; none where there is no tuple.
pub fn table(head: &str, tuples: &[Vec<String>], tail: &str) -> Option<String> {
    if let [only] = tuples {
        let line = format!("{head}({}){tail}", only.join(", "));
        if line.len() <= LINE {
            return Some(line);
        }
    }
    let rows: String = tuples.iter().map(|tuple| row(tuple)).collect();
    (!tuples.is_empty()).then(|| format!("{head}\n{rows}{tail}"))
}

fn row(items: &[String]) -> String {
    let joined = items.join(", ");
    match joined.len() <= ARGUMENTS {
        true => format!("    ({joined}),\n"),
        false => format!("    (\n{}    ),\n", vertical(items, 8)),
    }
}

/// A function's head up to the brace that opens its body.
pub fn signature(head: &str, generics: &[String], arguments: &[String], result: &str) -> String {
    let short = match generics.is_empty() {
        true => String::new(),
        false => format!("<{}>", generics.join(", ")),
    };
    let end = format!(") -> {result} {{");
    let line = format!("{head}{short}({}{end}", arguments.join(", "));
    if line.len() <= LINE {
        return line + "\n";
    }
    let generics = match head.len() + short.len() < LINE {
        true => short,
        false => format!("<\n{}>", vertical(generics, 4)),
    };
    format!("{head}{generics}(\n{}{end}\n", vertical(arguments, 4))
}

fn vertical(items: &[String], indent: usize) -> String {
    let line = |item: &String| format!("{:indent$}{item},\n", "");
    items.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{list, signature, unsafe_launch};

    fn texts(items: &[&str]) -> Vec<String> {
        items.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn short_lists_stay_on_one_line() {
        assert_eq!(list("f(", &texts(&["a", "b"]), ");", 0), "f(a, b);\n");
        let long = "x".repeat(40);
        assert_eq!(
            list("    f(", &texts(&[&long, &long]), ");", 4),
            format!("    f(\n        {long},\n        {long},\n    );\n")
        );
    }

    #[test]
    fn an_unsafe_call_that_is_too_long_gets_lines_of_its_own() {
        let items = texts(&["&a", "&b"]);
        assert_eq!(
            unsafe_launch("m::f", &items),
            "    let launch = unsafe { m::f(&a, &b) };\n"
        );
        // Cut where rustfmt cuts.
        let call = "m".repeat(70);
        assert_eq!(
            unsafe_launch(&call, &items),
            format!("    let launch =\n        unsafe {{ {call}(&a, &b) }};\n")
        );
        let call = "m".repeat(80);
        assert_eq!(
            unsafe_launch(&call, &items),
            format!("    let launch = unsafe {{\n        {call}(&a, &b)\n    }};\n")
        );
    }

    #[test]
    fn long_signatures_are_broken_at_arguments_first() {
        let arguments = texts(&["grid: (u32, u32, u32)", "x: &Tensor<E>"]);
        assert_eq!(
            signature("fn f", &texts(&["E: DType"]), &arguments, "u8"),
            "fn f<E: DType>(grid: (u32, u32, u32), x: &Tensor<E>) -> u8 {\n"
        );
        let many = vec!["x: &Tensor<E>".to_owned(); 6];
        let broken = signature("fn f", &texts(&["E: DType"]), &many, "u8");
        assert!(
            broken.starts_with("fn f<E: DType>(\n    x: &Tensor<E>,\n"),
            "{broken}"
        );
        let consts = vec!["const LONG_NAME: i32".to_owned(); 6];
        let broken = signature("fn f", &consts, &many, "u8");
        assert!(
            broken.starts_with("fn f<\n    const LONG_NAME: i32,\n"),
            "{broken}"
        );
    }
}
