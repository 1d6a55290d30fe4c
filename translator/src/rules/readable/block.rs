//! Rust statements under construction, and their printing as tokens.
//!
//! They are kept apart from tokens until a function is finished: only then is it known which
//! variables are assigned again (`let mut`), which products were absorbed by additions, and which
//! bindings nobody reads.

use super::code::{Code, ident};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A statement.
#[derive(Clone, Debug)]
pub enum Line {
    /// `let name: ty = value;`
    Let {
        /// Which.
        id: usize,
        /// The name.
        name: String,
        /// The type, where it has to be stated.
        ty: Option<TokenStream>,
        /// The type, stated or not, where it is known.
        of: Option<String>,
        /// The value.
        value: Code,
    },
    /// `let (a, b) = value;`
    LetTuple {
        /// Which, for each name.
        ids: Vec<usize>,
        /// The names; `_` for those not needed.
        names: Vec<String>,
        /// The type, where it has to be stated.
        ty: Option<TokenStream>,
        /// The value.
        value: Code,
    },
    /// `let name: ty = if cond { … } else { … };`
    LetIf {
        /// Which.
        id: usize,
        /// The name.
        name: String,
        /// The type, where it has to be stated.
        ty: Option<TokenStream>,
        /// The condition.
        cond: Code,
        /// Names when true; ends in a [`Line::Tail`].
        then: Vec<Line>,
        /// Names when false.
        other: Vec<Line>,
    },
    /// `name = value;`
    Assign {
        /// Which.
        id: usize,
        /// The name.
        name: String,
        /// The value.
        value: Code,
        /// Whether it only keeps order, so that it may go when nobody reads it.
        order: bool,
    },
    /// `code;`
    Run(Code),
    /// `for name in range { … }`
    For {
        /// The loop variable.
        name: String,
        /// The range.
        range: Code,
        /// The body.
        body: Vec<Line>,
    },
    /// `while cond { … }`
    While {
        /// The condition.
        cond: Code,
        /// The body.
        body: Vec<Line>,
    },
    /// `if cond { … } else { … }`
    If {
        /// The condition.
        cond: Code,
        /// Names when true.
        then: Vec<Line>,
        /// Names when false.
        other: Vec<Line>,
    },
    /// `continue;`, `break;`
    Jump(&'static str),
    /// The value of the block.
    Tail(Code),
    /// A comment or an empty line, by its number among the marks.
    Mark(usize),
}

/// What is known of the `let`s of a function when it is finished.
#[derive(Clone, Debug, Default)]
pub struct Lets {
    /// Assigned again.
    pub mutable: HashSet<usize>,
    /// Absorbed elsewhere.
    pub dropped: HashSet<usize>,
    /// May go when nobody reads them.
    pub idle: HashSet<usize>,
    count: usize,
}

impl Lets {
    /// A new one.
    pub fn fresh(&mut self) -> usize {
        self.count += 1;
        self.count
    }
}

/// The tokens of a block.
pub fn tokens(lines: &[Line], lets: &Lets) -> TokenStream {
    let lines = settle(lines.to_vec(), lets);
    lines.iter().map(|line| line_tokens(line, lets)).collect()
}

/// Without what nobody needs.
fn settle(mut lines: Vec<Line>, lets: &Lets) -> Vec<Line> {
    drop_dead_order(&mut lines, &mut BTreeSet::new());
    // Dropping one may leave another unread; there are at most as many rounds as lines.
    loop {
        let mut uses = HashMap::new();
        count_block(&lines, &mut uses);
        let before = count_lines(&lines);
        drop_idle(&mut lines, lets, &uses);
        if count_lines(&lines) == before {
            return lines;
        }
    }
}

fn count_lines(lines: &[Line]) -> usize {
    lines
        .iter()
        .map(|l| 1 + l.blocks().iter().map(|b| count_lines(b)).sum::<usize>())
        .sum()
}

impl Line {
    fn blocks(&self) -> Vec<&Vec<Line>> {
        match self {
            Line::LetIf { then, other, .. } | Line::If { then, other, .. } => vec![then, other],
            Line::For { body, .. } | Line::While { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    fn blocks_mut(&mut self) -> Vec<&mut Vec<Line>> {
        match self {
            Line::LetIf { then, other, .. } | Line::If { then, other, .. } => vec![then, other],
            Line::For { body, .. } | Line::While { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    fn code(&self) -> Option<&Code> {
        match self {
            Line::Let { value, .. }
            | Line::LetTuple { value, .. }
            | Line::Assign { value, .. }
            | Line::Run(value)
            | Line::Tail(value) => Some(value),
            Line::LetIf { cond, .. } | Line::While { cond, .. } | Line::If { cond, .. } => {
                Some(cond)
            }
            Line::For { range, .. } => Some(range),
            Line::Jump(_) | Line::Mark(_) => None,
        }
    }
}

fn count_block(lines: &[Line], uses: &mut HashMap<String, usize>) {
    for line in lines {
        if let Some(code) = line.code() {
            count_tokens(code.to_token_stream(), uses);
        }
        if let Line::Assign { name, .. } = line {
            *uses.entry(name.clone()).or_default() += 1;
        }
        line.blocks().iter().for_each(|b| count_block(b, uses));
    }
}

fn count_tokens(tokens: TokenStream, uses: &mut HashMap<String, usize>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => *uses.entry(name.to_string()).or_default() += 1,
            TokenTree::Group(group) => count_tokens(group.stream(), uses),
            _ => {}
        }
    }
}

fn drop_idle(lines: &mut Vec<Line>, lets: &Lets, uses: &HashMap<String, usize>) {
    lines.retain(|line| match line {
        Line::Let { id, name, .. } => {
            let unread = uses.get(name).copied().unwrap_or(0) == 0;
            !(lets.dropped.contains(id) || lets.idle.contains(id) && unread)
        }
        Line::Assign { id, .. } => !lets.dropped.contains(id),
        _ => true,
    });
    for line in lines {
        if let Line::LetTuple { names, .. } = line {
            let unread = names.iter_mut().filter(|n| !uses.contains_key(*n));
            unread.for_each(|name| *name = "_".to_owned());
        }
        line.blocks_mut()
            .into_iter()
            .for_each(|b| drop_idle(b, lets, uses));
    }
}

/// Drops assignments that only keep order and that nothing later reads; `live` holds the names
/// read later. Inside loops everything the loop reads counts as read later.
fn drop_dead_order(lines: &mut Vec<Line>, live: &mut BTreeSet<String>) {
    let mut kept = Vec::with_capacity(lines.len());
    for mut line in lines.drain(..).rev() {
        match &mut line {
            Line::Assign {
                name,
                value,
                order: true,
                ..
            } => {
                if !live.contains(name.as_str()) {
                    // The access itself stays; only its token is not kept.
                    if is_access(value) {
                        read(value, live);
                        kept.push(Line::Run(value.clone()));
                    }
                    continue;
                }
                live.remove(name.as_str());
                read(value, live);
            }
            Line::For { body, .. } | Line::While { body, .. } => {
                let mut uses = HashMap::new();
                count_block(body, &mut uses);
                let mut inside: BTreeSet<String> = live.clone();
                inside.extend(reads_of(body));
                drop_dead_order(body, &mut inside);
                live.extend(inside);
                let _ = uses;
            }
            Line::If { then, other, .. } | Line::LetIf { then, other, .. } => {
                let mut other_live = live.clone();
                drop_dead_order(then, live);
                drop_dead_order(other, &mut other_live);
                live.extend(other_live);
            }
            _ => {}
        }
        if let Some(code) = line.code() {
            read(code, live);
        }
        kept.push(line);
    }
    kept.reverse();
    *lines = kept;
}

fn reads_of(lines: &[Line]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in lines {
        if let Some(code) = line.code() {
            // What an assignment for order reads keeps nothing alive by itself.
            let only_order =
                matches!(line, Line::Assign { order: true, value, .. } if !is_access(value));
            if !only_order {
                read(code, &mut names);
            }
        }
        for block in line.blocks() {
            names.extend(reads_of(block));
        }
    }
    names
}

fn is_access(code: &Code) -> bool {
    let mut uses = HashMap::new();
    count_tokens(code.to_token_stream(), &mut uses);
    uses.keys()
        .any(|n| n.starts_with("store") || n.starts_with("scatter"))
}

fn read(code: &Code, names: &mut BTreeSet<String>) {
    let mut uses = HashMap::new();
    count_tokens(code.to_token_stream(), &mut uses);
    names.extend(uses.into_keys());
}

fn line_tokens(line: &Line, lets: &Lets) -> TokenStream {
    let block =
        |lines: &[Line]| -> TokenStream { lines.iter().map(|l| line_tokens(l, lets)).collect() };
    let mutable = |id: &usize| lets.mutable.contains(id).then(|| quote!(mut));
    match line {
        Line::Let {
            id,
            name,
            ty,
            of: _,
            value,
        } => {
            let (name, mutable) = (ident(name), mutable(id));
            let ty = ty.as_ref().map(|ty| quote!(: #ty));
            quote!(let #mutable #name #ty = #value;)
        }
        Line::LetTuple {
            ids,
            names,
            ty,
            value,
        } => {
            let names = ids.iter().zip(names).map(|(id, name)| match name.as_str() {
                "_" => quote!(_),
                _ => {
                    let (name, mutable) = (ident(name), mutable(id));
                    quote!(#mutable #name)
                }
            });
            let ty = ty.as_ref().map(|ty| quote!(: #ty));
            quote!(let (#(#names),*) #ty = #value;)
        }
        Line::LetIf {
            id,
            name,
            ty,
            cond,
            then,
            other,
        } => {
            let (name, mutable) = (ident(name), mutable(id));
            let ty = ty.as_ref().map(|ty| quote!(: #ty));
            let (then, other) = (block(then), block(other));
            quote!(let #mutable #name #ty = if #cond { #then } else { #other };)
        }
        Line::Assign { name, value, .. } => {
            let name = ident(name);
            quote!(#name = #value;)
        }
        Line::Run(code) => quote!(#code;),
        Line::For { name, range, body } => {
            let (name, body) = (ident(name), block(body));
            quote!(for #name in #range { #body })
        }
        Line::While { cond, body } => {
            let body = block(body);
            quote!(while #cond { #body })
        }
        Line::If { cond, then, other } => {
            let then = block(then);
            let other = match other.as_slice() {
                [] => TokenStream::new(),
                // An `if` alone in an `else` is an `else if`.
                [only @ Line::If { .. }] => {
                    let only = line_tokens(only, lets);
                    quote!(else #only)
                }
                lines => {
                    let lines = block(lines);
                    quote!(else { #lines })
                }
            };
            quote!(if #cond { #then } #other)
        }
        Line::Jump(word) => {
            let word = ident_keyword(word);
            quote!(#word;)
        }
        Line::Tail(code) => code.to_token_stream(),
        Line::Mark(number) => quote!(__mark!(#number);),
    }
}

fn ident_keyword(word: &str) -> TokenStream {
    match word {
        "continue" => quote!(continue),
        "break" => quote!(break),
        _ => quote!(return),
    }
}
