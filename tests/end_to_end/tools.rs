//! What is installed, and what happens where it is not.

use crate::support::{expect, run, tileport};

#[test]
fn doctor_names_every_part() {
    let ended = run(&mut tileport(&["doctor", "--json"]));
    expect(&ended, 0);
    let document: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let names: Vec<&str> = document["parts"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|p| p["name"].as_str())
        .collect();
    assert!(
        names.contains(&"tileiras") && names.contains(&"cuTile Python compiler"),
        "{names:?}"
    );
}

#[test]
fn a_missing_toolchain_is_exit_code_3() {
    let empty = tempfile::tempdir().unwrap();
    for arguments in [
        &["conform", "."][..],
        &["assemble", "a.tileirbc", "b.tileirbc"],
    ] {
        for name in ["a.tileirbc", "b.tileirbc"] {
            std::fs::write(empty.path().join(name), b"").unwrap();
        }
        let mut command = tileport(arguments);
        command
            .current_dir(empty.path())
            .env("TILEPORT_TOOLCHAIN", empty.path())
            .env("PATH", "");
        let ended = run(&mut command);
        expect(&ended, 3);
        assert!(
            ended.stderr.contains("cargo xtask setup"),
            "{}",
            ended.stderr
        );
        assert_eq!(ended.stdout, "");
    }
}
