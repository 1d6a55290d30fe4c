//! A kernel made ready once, and lowered for any number of configurations.

use crate::diagnostic::{Diagnostic, Kind, Position, from_compiler, tidy};
use crate::facts::{Facts, Resolved, Target};
use crate::source::{Kernel, Source};
use crate::worker::{Failure, Worker};
use cutile_compiler::ast::{Module as AstModule, SpanBase};
use cutile_compiler::compiler::{CUDATileFunctionCompiler, CUDATileModules};
use cutile_compiler::error::JITError;
use cutile_ir::capabilities::TargetCapabilities;
use cutile_ir::ir::Attribute;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The parsed and linked modules of a kernel, shared by its configurations.
///
/// They live on a thread of their own, which ends when this is dropped. Lowering from several
/// threads is safe and takes turns; kernels are independent of each other.
pub struct Prepared {
    file: String,
    kernel: Kernel,
    worker: Worker<CUDATileModules>,
}

impl Prepared {
    /// Parses and links the modules of a kernel: some tens of milliseconds, once.
    ///
    /// # Errors
    /// The official compiler refuses the module or panics.
    pub fn new(source: &Source, kernel: &Kernel) -> Result<Prepared, Diagnostic> {
        let file = source.path().to_owned();
        let text = source
            .module_text(kernel)
            .map(str::to_owned)
            .ok_or_else(|| {
                Diagnostic::new(Kind::Kernel, &file, "the kernel is from another source")
            })?;
        let (path, wanted) = (file.clone(), kernel.clone());
        let worker = Worker::start(move || link(&path, &wanted, &text))
            .map_err(|failure| lost(&file, kernel, failure))??;
        Ok(Prepared {
            file,
            kernel: kernel.clone(),
            worker,
        })
    }

    /// The kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Lowers one configuration to Tile IR.
    ///
    /// # Errors
    /// The facts do not fit the kernel, or the official compiler refuses it or panics.
    pub fn lower(&self, facts: &Facts, target: &Target) -> Result<cutile_ir::Module, Diagnostic> {
        let resolved = facts.resolve(&self.file, &self.kernel)?;
        let (module, name, target) = (
            self.kernel.module.clone(),
            self.kernel.name.clone(),
            target.clone(),
        );
        let (file, at) = (self.file.clone(), self.kernel.at);
        self.worker
            .run(move |modules| {
                compile(modules, &module, &name, &resolved, &target)
                    .map_err(|e| from_compiler(&file, at, &e))
            })
            .map_err(|failure| lost(&self.file, &self.kernel, failure))?
    }
}

fn lost(file: &str, kernel: &Kernel, failure: Failure) -> Diagnostic {
    let found = match failure {
        Failure::Panic(message) => format!("the official compiler panicked: {}", tidy(&message)),
        Failure::Thread(message) => message,
    };
    Diagnostic::new(Kind::Panic, file, found).at(kernel.at).advice(format!(
        "simplify `{}` until it compiles, starting with types and calls written in an unusual way",
        kernel.name
    ))
}

fn link(path: &str, kernel: &Kernel, text: &str) -> Result<CUDATileModules, Diagnostic> {
    // Naming the core library keeps its modules in the linked program's registry.
    let _ = cutile::core::__module_ast_self as fn() -> AstModule;
    let mut item: syn::ItemMod = syn::parse_str(text)
        .map_err(|e| Diagnostic::new(Kind::Syntax, path, format!("not Rust: {e}")).at(kernel.at))?;
    silence(&mut item);
    let Position { line, column } = kernel.text.at;
    let base = SpanBase::new(path.to_owned(), line as usize, column as usize);
    let module = AstModule::with_span_base(interned(&kernel.module), item, base);
    CUDATileModules::from_kernel(module).map_err(|e| from_compiler(path, kernel.at, &e))
}

fn compile(
    modules: &CUDATileModules,
    module: &str,
    kernel: &str,
    facts: &Resolved,
    target: &Target,
) -> Result<cutile_ir::Module, JITError> {
    let strides: Vec<_> = facts
        .strides
        .iter()
        .map(|(name, s)| (name.as_str(), s.as_slice()))
        .collect();
    let bits: Vec<_> = facts
        .bits
        .iter()
        .map(|(name, b)| (name.as_str(), b))
        .collect();
    let hints: Vec<_> = facts
        .hints
        .iter()
        .map(|(name, h)| (name.as_str(), h))
        .collect();
    let options = facts.options.clone().unwrap_or_default();
    let compiler = CUDATileFunctionCompiler::new(
        modules,
        module,
        kernel,
        &facts.generics,
        &strides,
        &bits,
        &hints,
        None,
        target.sm().to_owned(),
        &options,
    )?
    .with_target_capabilities(TargetCapabilities::new(target.version(), target.sm()))?;
    let mut module = compiler.compile()?;
    settle_hints(&mut module, target.sm());
    Ok(module)
}

/// Brings hints into one form. The compiler writes those of memory accesses for the target
/// only, in the random order of a hash map, but those of the entry for all architectures.
fn settle_hints(module: &mut cutile_ir::Module, sm: &str) {
    let mut stack = module.functions.clone();
    while let Some(op) = stack.pop() {
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                stack.extend(&module.block(block).ops);
            }
        }
        for (_, attribute) in &mut module.op_mut(op).attributes {
            let Attribute::OptimizationHints(hints) = attribute else {
                continue;
            };
            hints
                .entries
                .retain(|(target, _)| target == sm || target == "default");
            for (_, values) in &mut hints.entries {
                values.sort_by(|a, b| a.0.cmp(&b.0));
            }
        }
        module.op_mut(op).attributes.retain(|(_, attribute)| {
            !matches!(attribute, Attribute::OptimizationHints(hints) if hints.entries.is_empty())
        });
    }
}

/// Takes `print_ir` off entries: it would make the compiler write to standard output.
fn silence(module: &mut syn::ItemMod) {
    use syn::punctuated::Punctuated;
    let Some((_, items)) = &mut module.content else {
        return;
    };
    for item in items {
        let syn::Item::Fn(function) = item else {
            continue;
        };
        for attribute in &mut function.attrs {
            let syn::Meta::List(list) = &mut attribute.meta else {
                continue;
            };
            if list.path.segments.last().is_none_or(|s| s.ident != "entry") {
                continue;
            }
            type Arguments = Punctuated<syn::Expr, syn::Token![,]>;
            let Ok(arguments) = list.parse_args_with(Arguments::parse_terminated) else {
                continue;
            };
            let prints = |e: &syn::Expr| match e {
                syn::Expr::Assign(assign) => {
                    matches!(&*assign.left, syn::Expr::Path(p) if p.path.is_ident("print_ir"))
                }
                syn::Expr::Path(path) => path.path.is_ident("print_ir"),
                _ => false,
            };
            if arguments.iter().any(prints) {
                let kept: Arguments = arguments.into_iter().filter(|e| !prints(e)).collect();
                list.tokens = quote::ToTokens::to_token_stream(&kept);
            }
        }
    }
}

/// The compiler wants module names that live for ever; each is leaked once.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let leaked: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.insert(leaked);
    leaked
}
