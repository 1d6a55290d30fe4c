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
    Ok(keep_tuples(&restore(&prettyplease::unparse(&file), marks)))
}

/// Compiler hints are tuples, also those of one entry, whose comma the printer leaves out.
fn keep_tuples(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim();
        let is_hint =
            trimmed.starts_with("sm_") && trimmed.ends_with("),") && !trimmed.ends_with(",),");
        match line.strip_suffix("),") {
            Some(head) if is_hint => {
                out.push_str(head);
                out.push_str(",),");
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
