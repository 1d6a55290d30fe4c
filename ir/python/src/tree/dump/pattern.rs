//! Patterns.

use super::Dump;
use crate::tree::{Pattern, PatternKind};

impl Dump<'_> {
    fn patterns(&mut self, key: &str, patterns: &[Pattern]) {
        self.list(key, patterns, Self::pattern);
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        let name = match &pattern.kind {
            PatternKind::MatchValue { .. } => "MatchValue",
            PatternKind::MatchSingleton { .. } => "MatchSingleton",
            PatternKind::MatchSequence { .. } => "MatchSequence",
            PatternKind::MatchMapping { .. } => "MatchMapping",
            PatternKind::MatchClass { .. } => "MatchClass",
            PatternKind::MatchStar { .. } => "MatchStar",
            PatternKind::MatchAs { .. } => "MatchAs",
            PatternKind::MatchOr { .. } => "MatchOr",
        };
        self.object(name, Some(pattern.span), |dump| {
            dump.pattern_fields(&pattern.kind);
        });
    }

    fn pattern_fields(&mut self, kind: &PatternKind) {
        match kind {
            PatternKind::MatchValue { value } => self.boxed("value", value),
            PatternKind::MatchSingleton { value } => {
                self.field("value");
                self.constant(value);
            }
            PatternKind::MatchSequence { patterns } | PatternKind::MatchOr { patterns } => {
                self.patterns("patterns", patterns);
            }
            PatternKind::MatchMapping {
                keys,
                patterns,
                rest,
            } => {
                self.exprs("keys", keys);
                self.patterns("patterns", patterns);
                self.name("rest", rest.as_ref());
            }
            PatternKind::MatchClass {
                cls,
                patterns,
                kwd_attrs,
                kwd_patterns,
            } => {
                self.boxed("cls", cls);
                self.patterns("patterns", patterns);
                self.names("kwd_attrs", kwd_attrs);
                self.patterns("kwd_patterns", kwd_patterns);
            }
            PatternKind::MatchStar { name } => self.name("name", name.as_ref()),
            PatternKind::MatchAs { pattern, name } => {
                self.optional("pattern", pattern.as_deref(), Self::pattern);
                self.name("name", name.as_ref());
            }
        }
    }
}
