//! Results of many pairs in a few figures.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::check::Verdict;
use super::outcome::{Flag, Outcome};
use super::statistics::{Ratio, geometric_mean};

/// The form of the report.
pub const SCHEMA: &str = "tileport-bench-report/1";
/// How many of the slowest pairs are listed.
const WORST: usize = 10;

/// The figures of `tileport bench report`. Ratios are Python's device time over Rust's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    pub schema: &'static str,
    /// Names of the devices; one, unless results of several were put together.
    pub device: String,
    pub driver: String,
    /// Pairs with a ratio.
    pub pairs: usize,
    pub operators: usize,
    /// Pairs whose sides do not do the same.
    pub wrong: usize,
    /// Pairs that are right but not to the last bit.
    pub inexact: usize,
    /// Pairs too short to be timed.
    pub too_short: usize,
    /// Pairs where nothing could be measured.
    pub failed: usize,
    pub geomean: f64,
    /// The 95 % interval of the geometric mean, over pairs.
    pub interval: [f64; 2],
    pub control: Control,
    pub by_operator: Vec<OperatorFigures>,
    /// The slowest pairs, the worst first.
    pub worst: Vec<PairFigures>,
}

/// The same figures of A/A controls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Control {
    pub geomean: f64,
    /// Half of the pairs' controls are this far from 1 or nearer, as a part of 1.
    pub spread: f64,
}

/// The figures of one operator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperatorFigures {
    pub operator: String,
    pub pairs: usize,
    pub geomean: f64,
    pub interval: [f64; 2],
    pub wrong: usize,
}

/// The figures of one pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairFigures {
    pub id: String,
    pub operator: String,
    pub ratio: Ratio,
    pub python_us: f64,
    pub rust_us: f64,
    pub same_code: bool,
    pub flags: Vec<Flag>,
}

/// Sums up outcomes. Of several for one pair the last counts.
pub fn report(outcomes: &[Outcome]) -> Report {
    let mut last: BTreeMap<&str, &Outcome> = BTreeMap::new();
    for outcome in outcomes {
        last.insert(outcome.id.as_str(), outcome);
    }
    let all: Vec<&Outcome> = last.into_values().collect();
    let timed: Vec<(&Outcome, Ratio)> = all
        .iter()
        .filter(|outcome| !is_wrong(outcome))
        .filter_map(|outcome| Some((*outcome, outcome.ratio?)))
        .collect();
    let ratios: Vec<f64> = timed.iter().map(|(_, ratio)| ratio.value).collect();
    let mean = geometric_mean(&ratios);
    let names = |name: fn(&Outcome) -> &str| {
        let names: BTreeSet<&str> = all
            .iter()
            .map(|outcome| name(outcome))
            .filter(|name| !name.is_empty())
            .collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    let count = |test: &dyn Fn(&Outcome) -> bool| all.iter().filter(|one| test(one)).count();
    let operators: BTreeSet<&str> = all.iter().map(|one| one.operator.as_str()).collect();
    let mut worst = timed.clone();
    worst.sort_by(|a, b| a.1.value.total_cmp(&b.1.value).then(a.0.id.cmp(&b.0.id)));
    Report {
        schema: SCHEMA,
        device: names(|outcome| &outcome.device.name),
        driver: names(|outcome| &outcome.device.driver),
        pairs: timed.len(),
        operators: operators.len(),
        wrong: count(&is_wrong),
        inexact: count(&|one| one.error.is_none() && one.correct.verdict == Verdict::Within),
        too_short: count(&|one| one.flags.contains(&Flag::TooShort)),
        failed: count(&|one| one.error.is_some()),
        geomean: mean.value,
        interval: [mean.low, mean.high],
        control: control(&timed),
        by_operator: operators
            .iter()
            .map(|operator| figures(operator, &all, &timed))
            .collect(),
        worst: worst
            .into_iter()
            .take(WORST)
            .map(|(outcome, ratio)| PairFigures {
                id: outcome.id.clone(),
                operator: outcome.operator.clone(),
                ratio,
                python_us: outcome.python.time.median,
                rust_us: outcome.rust.time.median,
                same_code: outcome.same_code,
                flags: outcome.flags.clone(),
            })
            .collect(),
    }
}

fn is_wrong(outcome: &Outcome) -> bool {
    outcome.error.is_none() && outcome.correct.verdict == Verdict::Wrong
}

fn control(timed: &[(&Outcome, Ratio)]) -> Control {
    let controls: Vec<f64> = timed
        .iter()
        .filter_map(|(outcome, _)| Some(outcome.control?.value))
        .collect();
    let mut away: Vec<f64> = controls.iter().map(|value| (value - 1.0).abs()).collect();
    away.sort_by(f64::total_cmp);
    Control {
        geomean: geometric_mean(&controls).value,
        spread: super::statistics::quantile(&away, 0.5),
    }
}

fn figures(operator: &str, all: &[&Outcome], timed: &[(&Outcome, Ratio)]) -> OperatorFigures {
    let ratios: Vec<f64> = timed
        .iter()
        .filter(|(outcome, _)| outcome.operator == operator)
        .map(|(_, ratio)| ratio.value)
        .collect();
    let mean = geometric_mean(&ratios);
    OperatorFigures {
        operator: operator.to_owned(),
        pairs: ratios.len(),
        geomean: mean.value,
        interval: [mean.low, mean.high],
        wrong: all
            .iter()
            .filter(|outcome| outcome.operator == operator && is_wrong(outcome))
            .count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(id: &str, operator: &str, ratio: f64) -> Outcome {
        let around = |value| Ratio {
            value,
            low: value,
            high: value,
        };
        let mut outcome = Outcome {
            id: id.to_owned(),
            operator: operator.to_owned(),
            ratio: Some(around(ratio)),
            control: Some(around(1.01)),
            ..Outcome::default()
        };
        outcome.device.name = "GPU".to_owned();
        outcome
    }

    #[test]
    fn figures_by_operator_and_in_all() {
        let report = report(&[
            outcome("a", "x", 2.0),
            outcome("b", "x", 0.5),
            outcome("c", "y", 1.0),
        ]);
        assert_eq!((report.pairs, report.operators, report.wrong), (3, 2, 0));
        assert!((report.geomean - 1.0).abs() < 1e-12);
        assert_eq!(report.device, "GPU");
        assert_eq!(report.by_operator[0].pairs, 2);
        assert_eq!(report.worst[0].id, "b");
        assert!((report.control.spread - 0.01).abs() < 1e-12);
    }

    #[test]
    fn wrong_and_failed_pairs_count_but_have_no_part_in_the_mean() {
        let mut wrong = outcome("a", "x", 10.0);
        wrong.correct.verdict = Verdict::Wrong;
        let failed = Outcome {
            error: Some("fault".to_owned()),
            ratio: None,
            ..outcome("b", "x", 1.0)
        };
        let mut short = outcome("c", "x", 1.0);
        (short.ratio, short.flags) = (None, vec![Flag::TooShort]);
        let report = report(&[wrong, failed, short, outcome("d", "x", 1.5)]);
        assert_eq!(
            (report.pairs, report.wrong, report.failed, report.too_short),
            (1, 1, 1, 1)
        );
        assert_eq!(report.geomean, 1.5);
        assert_eq!(report.by_operator[0].wrong, 1);
    }

    #[test]
    fn the_last_outcome_of_a_pair_counts() {
        let report = report(&[outcome("a", "x", 2.0), outcome("a", "x", 1.0)]);
        assert_eq!((report.pairs, report.geomean), (1, 1.0));
    }
}
