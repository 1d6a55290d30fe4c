//! A plain table: aligned columns for a terminal, pipes for Markdown.

use std::fmt::Write as _;

/// Rows of text under a heading. Columns listed as `numeric` are set to the right.
#[derive(Debug, Clone)]
pub struct Table {
    heading: Vec<String>,
    numeric: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A heading that starts with `#` marks a column of numbers; the mark is not shown.
    pub fn new(heading: &[&str]) -> Self {
        Self {
            heading: heading
                .iter()
                .map(|h| h.trim_start_matches('#').to_owned())
                .collect(),
            numeric: heading.iter().map(|h| h.starts_with('#')).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; a missing cell is empty, one too many is dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut cells: Vec<String> = cells.into_iter().collect();
        cells.resize(self.heading.len(), String::new());
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn plain(&self) -> String {
        let mut out = String::new();
        let widths = self.widths();
        let rule: Vec<String> = widths.iter().map(|&w| "-".repeat(w)).collect();
        for row in [&self.heading, &rule].into_iter().chain(&self.rows) {
            self.line(&mut out, row, &widths);
        }
        out
    }

    pub fn markdown(&self) -> String {
        let escape = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
        let mut out = format!(
            "| {} |\n",
            self.heading
                .iter()
                .map(escape)
                .collect::<Vec<_>>()
                .join(" | ")
        );
        let rule = self.numeric.iter().map(|&n| if n { "---:" } else { "---" });
        let _ = writeln!(out, "| {} |", rule.collect::<Vec<_>>().join(" | "));
        for row in &self.rows {
            let _ = writeln!(
                out,
                "| {} |",
                row.iter().map(escape).collect::<Vec<_>>().join(" | ")
            );
        }
        out
    }

    fn widths(&self) -> Vec<usize> {
        let width = |cell: &String| cell.chars().count();
        (0..self.heading.len())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|row| row.get(i)).map(width);
                cells
                    .chain(std::iter::once(width(&self.heading[i])))
                    .max()
                    .unwrap_or(0)
            })
            .collect()
    }

    fn line(&self, out: &mut String, cells: &[String], widths: &[usize]) {
        let padded =
            cells
                .iter()
                .zip(widths)
                .zip(&self.numeric)
                .map(|((cell, &width), &numeric)| {
                    if numeric {
                        format!("{cell:>width$}")
                    } else {
                        format!("{cell:<width$}")
                    }
                });
        out.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn sample() -> Table {
        let mut table = Table::new(&["operator", "#configurations"]);
        table.row(["matmul".to_owned(), "12".to_owned()]);
        table.row(["a|b".to_owned()]);
        table
    }

    #[test]
    fn columns_line_up() {
        insta::assert_snapshot!(sample().plain(), @r"
        operator  configurations
        --------  --------------
        matmul                12
        a|b
        ");
    }

    #[test]
    fn pipes_are_escaped_in_markdown() {
        insta::assert_snapshot!(sample().markdown(), @r"
        | operator | configurations |
        | --- | ---: |
        | matmul | 12 |
        | a\|b |  |
        ");
    }
}
