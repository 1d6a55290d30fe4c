//! A migration from start to end: report, crate, evidence, taking up again.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{expect, library, run, tileport};

fn migrate(out: &Path, more: &[&str]) -> Value {
    let (root, out) = (library(), out.to_string_lossy().into_owned());
    let mut arguments = vec![
        "migrate",
        &root,
        "-o",
        &out,
        "--only",
        "vector_add",
        "--no-cargo-check",
        "--json",
    ];
    arguments.extend(more);
    let ended = run(&mut tileport(&arguments));
    expect(&ended, 0);
    serde_json::from_str(&ended.stdout).unwrap()
}

#[test]
fn the_report_has_the_documented_fields() {
    let folder = tempfile::tempdir().unwrap();
    let report = migrate(folder.path(), &["--conform", "--assemble", "sm_90"]);
    assert_eq!(report["schema"], "tileport.migrate/1");
    assert_eq!(
        (&report["kernels"], &report["migrated"]),
        (&1.into(), &1.into())
    );
    assert_eq!(report["refused"], Value::Array(Vec::new()));
    let all = report["specialisations"].as_u64().unwrap();
    assert_eq!(
        report["identical"].as_u64().unwrap() + report["equivalent"].as_u64().unwrap(),
        all
    );
    assert_eq!(report["different"], 0);
    assert_eq!(
        report["assembled"]["sm_90"]["identical"].as_u64(),
        Some(all)
    );
    assert_eq!(report["cargo_check"], "not_run");
    for specialisation in report["by_kernel"][0]["specialisations"]
        .as_array()
        .unwrap()
    {
        assert_eq!(specialisation["official"], "identical", "{specialisation}");
    }
    for name in [
        "Cargo.toml",
        "src/lib.rs",
        "src/vector_add.rs",
        "report.json",
        "report.md",
        "report.html",
    ] {
        assert!(folder.path().join(name).is_file(), "{name} is missing");
    }
}

#[test]
fn a_kernel_that_cannot_be_lowered_is_refused_with_its_place_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let source = "import cuda.tile as ct\n\n@ct.kernel\ndef good(x):\n    ct.store(x, (0,), ct.full((16,), 1, ct.float32))\n\n\
                  @ct.kernel\ndef bad(x):\n    y = ct.no_such_function(x)\n";
    fs::write(folder.path().join("k.py"), source).unwrap();
    let row = |kernel: &str| {
        format!(
            r#"{{"file":"k.py","kernel":"{kernel}","grid":[1,1,1],"args":[{{"t":"float32","shape":[16],"stride":[1],"align":256}}],"opts":""}}"#
        )
    };
    fs::write(
        folder.path().join("l.jsonl"),
        [row("good"), row("bad")].join("\n"),
    )
    .unwrap();
    let mut command = tileport(&[
        "migrate",
        ".",
        "-o",
        "out",
        "--launches",
        "l.jsonl",
        "--no-cargo-check",
        "--json",
    ]);
    let ended = run(command.current_dir(folder.path()));
    expect(&ended, 1);
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        (&report["kernels"], &report["migrated"]),
        (&2.into(), &1.into())
    );
    let refused = &report["refused"][0];
    assert_eq!(
        (&refused["kernel"], &refused["file"], &refused["line"]),
        (&"bad".into(), &"k.py".into(), &9.into())
    );
    for told in ["reason", "decide"] {
        assert!(!refused[told].as_str().unwrap().is_empty(), "{refused}");
    }
    for name in ["report.md", "report.html"] {
        let text = fs::read_to_string(folder.path().join("out").join(name)).unwrap();
        assert!(text.contains("k.py:9"), "{name} does not name the place");
        assert!(
            text.contains(refused["reason"].as_str().unwrap()),
            "{name} does not say why"
        );
    }
}

#[test]
fn a_launch_that_is_refused_does_not_stop_the_others_of_its_kernel() {
    let folder = tempfile::tempdir().unwrap();
    let source = "import cuda.tile as ct\n\n@ct.kernel\ndef half(x, N: ct.Constant[int]):\n    \
                  ct.static_assert(N < 32)\n    ct.store(x, (0,), ct.full((N,), 1, ct.float32))\n";
    fs::write(folder.path().join("k.py"), source).unwrap();
    let row = |n: u32| {
        format!(
            r#"{{"file":"k.py","kernel":"half","grid":[1,1,1],"args":[{{"t":"float32","shape":[16],"stride":[1],"align":256}},{{"i":{n}}}],"opts":""}}"#
        )
    };
    fs::write(
        folder.path().join("l.jsonl"),
        [row(16), row(64), row(8), row(128)].join("\n"),
    )
    .unwrap();
    let mut command = tileport(&[
        "migrate",
        ".",
        "-o",
        "out",
        "--launches",
        "l.jsonl",
        "--no-cargo-check",
        "--json",
    ]);
    let ended = run(command.current_dir(folder.path()));
    expect(&ended, 1);
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(report["by_kernel"][0]["outcome"], "partial");
    let verdicts: Vec<&Value> = report["by_kernel"][0]["specialisations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| &s["verdict"])
        .collect();
    let refused = |at: usize| verdicts[at] == "refused";
    assert_eq!([0, 1, 2, 3].map(refused), [false, true, false, true]);
    assert_eq!(report["refused"][0]["specialisations"], 2);
    assert_eq!(report["refused"][0]["line"], 5);
}

#[test]
fn conform_reports_the_documented_fields() {
    let ended = run(&mut tileport(&[
        "conform",
        &library(),
        "--only",
        "vector_add",
        "--json",
    ]));
    expect(&ended, 0);
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(document["schema"], "tileport.conform/1");
    assert_eq!(document["identical"], document["specialisations"]);
    for count in [
        "official_rejects",
        "both_reject",
        "equivalent",
        "different",
        "unsupported",
    ] {
        assert_eq!(document[count], 0, "{count}");
    }
    assert!(document["seconds"]["official"].as_f64().unwrap() > 0.0);
    let case = &document["cases"][0];
    assert_eq!(
        (&case["kernel"], &case["verdict"]),
        (&"vector_add".into(), &"identical".into())
    );
}

/// Needs the official compiler of the toolchain; both versions that it writes by default.
#[test]
fn every_operator_lowers_as_the_official_compiler_lowers_it() {
    for version in ["13.3", "13.4"] {
        let ended = run(&mut tileport(&[
            "conform",
            &library(),
            "--bytecode-version",
            version,
            "--json",
        ]));
        expect(&ended, 0);
        let document: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(
            document["identical"], document["specialisations"],
            "{version}"
        );
        assert!(
            document["launches"].as_u64().unwrap() >= 32,
            "eight operators have four configurations each"
        );
    }
}
