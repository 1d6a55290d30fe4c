//! Tokens to the text of a file.

use super::marks::{Mark, restore};
use proc_macro2::TokenStream;

/// Prints items as rustfmt would and puts comments back.
///
/// # Errors
/// The tokens are no items: a fault of the writer, told instead of panicked about.
pub fn print(items: TokenStream, marks: &[Mark]) -> Result<String, String> {
    let file: syn::File = syn::parse2(items.clone())
        .map_err(|e| format!("the writer produced no Rust: {e}: {items}"))?;
    Ok(restore(&prettyplease::unparse(&file), marks))
}
