//! Writing results for people: tables on a terminal, Markdown, HTML.

mod table;

pub use table::Table;
