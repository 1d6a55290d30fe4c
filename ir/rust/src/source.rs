//! A source file and its kernels, read without lowering anything.

use crate::diagnostic::{Diagnostic, Kind, Position};
use crate::worker::{self, Failure};
use proc_macro2::Span;
use quote::ToTokens;
use std::path::Path;
use std::sync::Arc;
use syn::spanned::Spanned;

/// Longest source that is read.
pub const MAX_SOURCE_BYTES: usize = 8 << 20;

/// A Rust file: its text and the kernels in it.
#[derive(Clone, Debug)]
pub struct Source {
    path: String,
    text: Arc<str>,
    kernels: Vec<Kernel>,
}

/// An entry of a `#[cutile::module]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Name of the module it stands in.
    pub module: String,
    /// Its own name.
    pub name: String,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// In order.
    pub generics: Vec<Generic>,
    /// Where it starts.
    pub at: Position,
    pub(crate) text: ModuleText,
}

/// Where the text of a module lies in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModuleText {
    pub bytes: std::ops::Range<usize>,
    pub at: Position,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: ParameterKind,
}

/// The type of a parameter, as far as a launch cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// `&Tensor<E, {[..]}>` or `&mut Tensor<..>`: pointer, sizes, strides.
    Tensor {
        /// Element type, as written.
        element: String,
        /// For each dimension whether its size is passed at run time (`-1`).
        /// None: the shape is a const generic.
        dynamic: Option<Vec<bool>>,
        /// `&mut`: partitioned over blocks by the official launcher.
        mutable: bool,
    },
    /// `*mut E` or `*const E`.
    Pointer {
        /// Element type, as written.
        element: String,
    },
    /// A number.
    Scalar {
        /// Its type, as written.
        element: String,
    },
    /// Anything else, as written; the official compiler decides.
    Other(String),
}

/// A generic parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generic {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub kind: GenericKind,
}

/// What a generic parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericKind {
    /// An element type.
    Type,
    /// `const N: i32` or `const B: bool`: the type, as written.
    Const(String),
    /// `const S: [i32; N]`: takes `N` values. None: the length is not a number.
    Array(Option<usize>),
}

impl Source {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or [`Source::parse`] refuses it.
    pub fn read(path: &Path) -> Result<Source, Diagnostic> {
        let shown = path.display().to_string();
        let io = |e: std::io::Error| Diagnostic::new(Kind::Io, &shown, e.to_string());
        let length = std::fs::metadata(path).map_err(io)?.len();
        if length > MAX_SOURCE_BYTES as u64 {
            return Err(too_long(&shown, length));
        }
        let text = std::fs::read_to_string(path).map_err(io)?;
        Source::parse(&shown, &text)
    }

    /// Reads the text of a file; `path` is only named in diagnostics and locations.
    ///
    /// # Errors
    /// The text is not Rust, longer than [`MAX_SOURCE_BYTES`], or nests too deep.
    pub fn parse(path: &str, text: &str) -> Result<Source, Diagnostic> {
        if text.len() > MAX_SOURCE_BYTES {
            return Err(too_long(path, text.len() as u64));
        }
        let text: Arc<str> = text.strip_prefix('\u{feff}').unwrap_or(text).into();
        let (shown, shared) = (path.to_owned(), Arc::clone(&text));
        let kernels =
            worker::once(move || find_kernels(&shown, &shared)).map_err(|failure| {
                let (Failure::Panic(found) | Failure::Thread(found)) = failure;
                Diagnostic::new(Kind::Panic, path, format!("the parser failed: {found}"))
            })??;
        Ok(Source {
            path: path.to_owned(),
            text,
            kernels,
        })
    }

    /// The path, as it was given.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every kernel, in the order of the file.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The kernel of a name, written `kernel` or `module::kernel`.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn kernel(&self, name: &str) -> Result<&Kernel, Diagnostic> {
        let matches = |k: &&Kernel| match name.rsplit_once("::") {
            Some((module, kernel)) => k.module == module && k.name == kernel,
            None => k.name == name,
        };
        let mut found = self.kernels.iter().filter(matches);
        match (found.next(), found.next()) {
            (Some(kernel), None) => Ok(kernel),
            (Some(first), Some(_)) => Err(self
                .refuse(format!("several kernels are called `{name}`"))
                .at(first.at)
                .advice("write the module's name before it: `module::kernel`")),
            (None, _) => Err(self.no_kernel(name)),
        }
    }

    fn no_kernel(&self, name: &str) -> Diagnostic {
        let known: Vec<_> = self
            .kernels
            .iter()
            .map(|k| format!("`{}`", k.name))
            .collect();
        let advice = if known.is_empty() {
            "mark a module with `#[cutile::module]` and a function in it with `#[cutile::entry()]`"
                .to_owned()
        } else {
            format!("the file has {}", known.join(", "))
        };
        self.refuse(format!("there is no kernel `{name}`"))
            .advice(advice)
    }

    fn refuse(&self, found: String) -> Diagnostic {
        Diagnostic::new(Kind::Kernel, &self.path, found)
    }

    /// The text of a kernel's module.
    pub(crate) fn module_text(&self, kernel: &Kernel) -> Option<&str> {
        self.text.get(kernel.text.bytes.clone())
    }
}

fn too_long(path: &str, length: u64) -> Diagnostic {
    let found = format!("the file has {length} bytes, more than {MAX_SOURCE_BYTES}");
    Diagnostic::new(Kind::Limit, path, found).advice("split it into several files")
}

fn find_kernels(path: &str, text: &str) -> Result<Vec<Kernel>, Diagnostic> {
    let syntax = |found: String, span: Span| {
        Diagnostic::new(Kind::Syntax, path, format!("not Rust: {found}")).at(span.start())
    };
    let tokens: proc_macro2::TokenStream = text
        .parse()
        .map_err(|e: proc_macro2::LexError| syntax(e.to_string(), e.span()))?;
    crate::nesting::check(tokens.clone()).map_err(|deep| {
        Diagnostic::new(Kind::Limit, path, deep.what)
            .at(deep.at)
            .advice("bind parts of it with `let`")
    })?;
    let file: syn::File = syn::parse2(tokens).map_err(|e| syntax(e.to_string(), e.span()))?;
    let mut kernels = Vec::new();
    collect(&file.items, &mut kernels);
    Ok(kernels)
}

/// Walks plain modules in search of `#[cutile::module]`s; their depth is bounded by the check
/// on nesting.
fn collect(items: &[syn::Item], kernels: &mut Vec<Kernel>) {
    for item in items {
        let syn::Item::Mod(module) = item else {
            continue;
        };
        let Some((brace, content)) = &module.content else {
            continue;
        };
        if !has_attribute(&module.attrs, "module") {
            collect(content, kernels);
            continue;
        }
        let start = match &module.vis {
            syn::Visibility::Inherited => module.mod_token.span,
            visibility => visibility.span(),
        };
        let text = ModuleText {
            bytes: start.byte_range().start..brace.span.close().byte_range().end,
            at: start.start().into(),
        };
        kernels.extend(
            content
                .iter()
                .filter_map(|item| kernel(module, item, &text)),
        );
    }
}

fn has_attribute(attributes: &[syn::Attribute], name: &str) -> bool {
    let last = |a: &syn::Attribute| a.path().segments.last().is_some_and(|s| s.ident == name);
    attributes.iter().any(last)
}

fn kernel(module: &syn::ItemMod, item: &syn::Item, text: &ModuleText) -> Option<Kernel> {
    let syn::Item::Fn(function) = item else {
        return None;
    };
    if !has_attribute(&function.attrs, "entry") {
        return None;
    }
    let parameter = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(typed) => Parameter {
            name: typed.pat.to_token_stream().to_string().replace("mut ", ""),
            kind: parameter_kind(&typed.ty),
        },
        syn::FnArg::Receiver(_) => Parameter {
            name: "self".into(),
            kind: ParameterKind::Other("self".into()),
        },
    };
    Some(Kernel {
        module: module.ident.to_string(),
        name: function.sig.ident.to_string(),
        parameters: function.sig.inputs.iter().map(parameter).collect(),
        generics: function
            .sig
            .generics
            .params
            .iter()
            .filter_map(generic)
            .collect(),
        at: function.sig.ident.span().start().into(),
        text: text.clone(),
    })
}

fn generic(parameter: &syn::GenericParam) -> Option<Generic> {
    let (name, kind) = match parameter {
        syn::GenericParam::Lifetime(_) => return None,
        syn::GenericParam::Type(ty) => (&ty.ident, GenericKind::Type),
        syn::GenericParam::Const(constant) => match &constant.ty {
            syn::Type::Array(array) => {
                let length = array.len.to_token_stream().to_string().parse().ok();
                (&constant.ident, GenericKind::Array(length))
            }
            ty => (
                &constant.ident,
                GenericKind::Const(ty.to_token_stream().to_string()),
            ),
        },
    };
    Some(Generic {
        name: name.to_string(),
        kind,
    })
}

fn parameter_kind(ty: &syn::Type) -> ParameterKind {
    let text = |t: &dyn Fn() -> proc_macro2::TokenStream| t().to_string();
    match ty {
        syn::Type::Ptr(pointer) => ParameterKind::Pointer {
            element: text(&|| pointer.elem.to_token_stream()),
        },
        syn::Type::Path(path) if path.path.segments.len() == 1 => match path.path.get_ident() {
            Some(name) => ParameterKind::Scalar {
                element: name.to_string(),
            },
            None => ParameterKind::Other(text(&|| ty.to_token_stream())),
        },
        syn::Type::Reference(reference) => tensor(reference)
            .unwrap_or_else(|| ParameterKind::Other(text(&|| ty.to_token_stream()))),
        _ => ParameterKind::Other(text(&|| ty.to_token_stream())),
    }
}

fn tensor(reference: &syn::TypeReference) -> Option<ParameterKind> {
    let syn::Type::Path(path) = &*reference.elem else {
        return None;
    };
    let last = path.path.segments.last().filter(|s| s.ident == "Tensor")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    Some(ParameterKind::Tensor {
        element: arguments.next()?.to_token_stream().to_string(),
        dynamic: arguments.next().and_then(dynamic_dimensions),
        mutable: reference.mutability.is_some(),
    })
}

/// `{[-1, 64]}` to `[true, false]`; `{[-1; 2]}` to `[true, true]`.
fn dynamic_dimensions(shape: &syn::GenericArgument) -> Option<Vec<bool>> {
    /// More dimensions than any tensor has.
    const MANY: usize = 64;
    let syn::GenericArgument::Const(syn::Expr::Block(block)) = shape else {
        return None;
    };
    let [syn::Stmt::Expr(shape, None)] = &block.block.stmts[..] else {
        return None;
    };
    let is_dynamic = |e: &syn::Expr| matches!(e, syn::Expr::Unary(_));
    match shape {
        syn::Expr::Array(array) => Some(array.elems.iter().map(is_dynamic).collect()),
        syn::Expr::Repeat(repeat) => {
            let length: usize = repeat.len.to_token_stream().to_string().parse().ok()?;
            (length <= MANY).then(|| vec![is_dynamic(&repeat.expr); length])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
//! Two modules.
mod plain {
    #[cutile::module]
    pub mod first {
        use cutile::core::*;
        fn helper() {}
        #[cutile::entry(unchecked_accesses = true)]
        pub unsafe fn add<E: ElementType, const N: i32, const S: [i32; 2]>(
            x: &Tensor<E, {[-1, 64]}>, mut y: &mut Tensor<f32, S>, p: *mut bf16, n: i32,
            z: &Tensor<E, {[-1; 3]}>,
        ) {}
    }
}
#[cutile::module] mod second { #[entry()] fn add() {} }
";

    #[test]
    fn kernels_are_listed_with_their_signatures() {
        let source = Source::parse("k.rs", FILE).unwrap();
        let kernel = source.kernel("first::add").unwrap();
        assert_eq!(
            kernel.at,
            Position {
                line: 9,
                column: 22
            }
        );
        let kinds: Vec<_> = kernel.parameters.iter().map(|p| &p.kind).collect();
        let tensor = |element: &str, dynamic, mutable| ParameterKind::Tensor {
            element: element.into(),
            dynamic,
            mutable,
        };
        assert_eq!(
            kinds,
            [
                &tensor("E", Some(vec![true, false]), false),
                &tensor("f32", None, true),
                &ParameterKind::Pointer {
                    element: "bf16".into()
                },
                &ParameterKind::Scalar {
                    element: "i32".into()
                },
                &tensor("E", Some(vec![true; 3]), false),
            ]
        );
        let generics: Vec<_> = kernel.generics.iter().map(|g| &g.kind).collect();
        assert_eq!(
            generics,
            [
                &GenericKind::Type,
                &GenericKind::Const("i32".into()),
                &GenericKind::Array(Some(2)),
            ]
        );
        let text = source.module_text(kernel).unwrap();
        assert!(text.starts_with("pub mod first {") && text.ends_with('}'));
        assert_eq!(kernel.text.at, Position { line: 5, column: 4 });
    }

    #[test]
    fn names_have_to_be_unambiguous() {
        let source = Source::parse("k.rs", FILE).unwrap();
        assert!(source.kernel("second::add").is_ok());
        let error = source.kernel("add").unwrap_err().to_string();
        assert!(
            error.contains("several kernels are called `add`"),
            "{error}"
        );
        let error = source.kernel("mul").unwrap_err().to_string();
        assert!(error.contains("the file has `add`, `add`"), "{error}");
    }

    #[test]
    fn text_that_is_not_rust_has_a_place() {
        let error = Source::parse("k.rs", "mod m {\n  fn f( {}\n}").unwrap_err();
        assert_eq!(error.kind, Kind::Syntax);
        assert_eq!(error.at.map(|p| p.line), Some(3));
        let error = Source::parse("k.rs", "fn f() {\n \"open").unwrap_err();
        assert_eq!(error.at.map(|p| p.line), Some(2));
        assert!(Source::parse("k.rs", "").unwrap().kernels().is_empty());
    }
}
