//! Supervision of workers that are shell scripts.

use std::fs;

use super::super::plan::{FILE_NAME, tests::example};
use super::*;

/// A bundle of three pairs, and a run of it whose worker is a script. `$1` is the list of pairs.
struct Stage {
    folder: tempfile::TempDir,
    run: Run,
}

const START: &str = r#"started() { echo "{\"started\":\"add-$1\"}"; }
finished() { echo "{\"done\":{\"schema\":\"tileport-bench-result/1\",\"id\":\"add-$1\",\"fingerprint\":\"$(cat "$0.prints/add-$1")\"}}"; }
"#;

fn stage(script: &str) -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = example();
    let one = plan.pairs.remove(0);
    let worker = folder.path().join("worker");
    fs::create_dir(folder.path().join("worker.prints")).unwrap();
    for number in 1..=3 {
        let mut pair = one.clone();
        pair.id = format!("add-{number}");
        let print = folder.path().join("worker.prints").join(&pair.id);
        fs::write(print, pair.fingerprint()).unwrap();
        plan.pairs.push(pair);
    }
    fs::write(folder.path().join(FILE_NAME), plan.to_json()).unwrap();
    fs::write(&worker, format!("{START}{script}\n")).unwrap();
    let run = Run {
        bundle: folder.path().to_path_buf(),
        results: folder.path().join("results.jsonl"),
        only: None,
        worker: vec!["/bin/sh".to_owned(), worker.display().to_string()],
        budget: Duration::from_secs(60),
        patience: Duration::from_secs(20),
    };
    Stage { folder, run }
}

fn go(stage: &Stage) -> Result<Summary, RunError> {
    run(&stage.run, &mut |_, _, _| {})
}

fn lines(stage: &Stage) -> Vec<(String, Option<String>)> {
    outcome::read(&stage.run.results)
        .unwrap()
        .into_iter()
        .map(|outcome| (outcome.id, outcome.error))
        .collect()
}

const ALL: &str =
    r#"for n in $(echo "$1" | tr , ' '); do started $((n+1)); finished $((n+1)); done"#;

#[test]
fn every_pair_gets_a_line_and_a_second_run_does_nothing() {
    let stage = stage(ALL);
    let whole = Summary {
        done: 3,
        failed: 0,
        left: 0,
    };
    assert_eq!(go(&stage).unwrap(), whole);
    assert_eq!(lines(&stage).len(), 3);
    fs::write(stage.folder.path().join("worker"), "exit 9").unwrap();
    assert_eq!(go(&stage).unwrap(), whole);
    assert_eq!(lines(&stage).len(), 3);
}

#[test]
fn a_worker_that_is_taken_down_costs_its_pair_only() {
    // Dies on the second pair; the next worker takes the third.
    let stage = stage(
        r#"case "$1" in 0*) started 1; finished 1; started 2; kill -9 $$;; *) started 3; finished 3;; esac"#,
    );
    let summary = go(&stage).unwrap();
    assert_eq!((summary.done, summary.failed, summary.left), (3, 1, 0));
    let lines = lines(&stage);
    assert_eq!(lines[1].0, "add-2");
    assert!(lines[1].1.as_ref().unwrap().contains("signal: 9"));
    assert_eq!(lines[2], ("add-3".to_owned(), None));
}

#[test]
fn a_worker_that_hangs_is_ended() {
    let mut stage = stage(
        r#"case "$1" in 0*) started 1; exec sleep 60;; *) started 2; finished 2; started 3; finished 3;; esac"#,
    );
    stage.run.patience = Duration::from_millis(300);
    let summary = go(&stage).unwrap();
    assert_eq!((summary.done, summary.failed), (3, 1));
    assert!(
        lines(&stage)[0]
            .1
            .as_ref()
            .unwrap()
            .contains("nothing happened")
    );
}

#[test]
fn a_budget_leaves_pairs_for_the_next_run() {
    let mut stage = stage("started 1; finished 1; started 2; exec sleep 60");
    stage.run.budget = Duration::from_secs(1);
    let summary = go(&stage).unwrap();
    assert_eq!((summary.done, summary.failed, summary.left), (1, 0, 2));
    fs::write(
        stage.folder.path().join("worker"),
        format!("{START}started 2; finished 2; started 3; finished 3"),
    )
    .unwrap();
    stage.run.budget = Duration::from_secs(60);
    assert_eq!(go(&stage).unwrap().done, 3);
}

#[test]
fn a_line_that_was_cut_off_is_measured_again() {
    let stage = stage(ALL);
    go(&stage).unwrap();
    let text = fs::read_to_string(&stage.run.results).unwrap();
    fs::write(&stage.run.results, &text[..text.len() - 20]).unwrap();
    assert_eq!(go(&stage).unwrap().done, 3);
    assert_eq!(lines(&stage).len(), 3);
}

#[test]
fn no_device_and_idle_workers_end_the_run() {
    let absent = stage(r#"echo '{"absent":"no driver"}'"#);
    assert!(matches!(go(&absent), Err(RunError::Absent(reason)) if reason == "no driver"));
    let idle = stage("exit 0");
    assert!(matches!(go(&idle), Err(RunError::Input(reason)) if reason.contains("did nothing")));
}

#[test]
fn only_some_pairs() {
    let mut stage = stage(ALL);
    stage.run.only = Some("add-2".to_owned());
    assert_eq!(go(&stage).unwrap().done, 1);
    assert_eq!(lines(&stage), [("add-2".to_owned(), None)]);
}
