//! Where results go: standard output for results, standard error for everything else.

use std::io::{self, IsTerminal as _, Write};

use serde::Serialize;

use super::outcome::Failure;

/// One JSON document on standard output.
pub fn json(document: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(Failure::input)?;
    text.push('\n');
    self::text(&text);
    Ok(())
}

/// Text on standard output. A reader that went away (`| head`) is no error.
pub fn text(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

/// Bytes on standard output, for bytecode that is piped on.
pub fn bytes(bytes: &[u8]) {
    let _ = io::stdout().lock().write_all(bytes);
}

/// A message to the person at the terminal.
pub fn note(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

/// Whether results may be coloured: on a terminal, unless the user said not to.
pub fn colour() -> bool {
    std::env::var_os("NO_COLOR").is_none() && io::stdout().is_terminal()
}
