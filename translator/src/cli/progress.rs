//! Progress of long work on standard error: a bar on a terminal, a line for each step elsewhere.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::output;

/// How far a known number of steps has come.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    done: AtomicUsize,
}

impl Progress {
    pub fn new(total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            let template = "{bar:30} {pos}/{len} {elapsed} (about {eta} to go) {msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Self {
            bar,
            total,
            done: AtomicUsize::new(0),
        }
    }

    /// One step is done; `what` says which.
    pub fn step(&self, what: String) {
        match &self.bar {
            Some(bar) => {
                bar.set_message(what);
                bar.inc(1);
            }
            None => {
                let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                output::note(format_args!("{done}/{} {what}", self.total));
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
