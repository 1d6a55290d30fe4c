//! Recording the launches of a program, with the toolchain's Python and the official package.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Ended, expect, project, run, tileport};

/// A library with a kernel, and arrays that need no device: what a launch looks at, and no more.
const LIBRARY: &str = r#"
import cuda.tile as ct
from cuda.tile import launch as early

@ct.kernel(occupancy=2)
def scale(x, y, a, N: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(y, (i,), ct.load(x, (i,), (N,)) * a)

class Array:
    """As a GPU library's: bytes between elements."""
    def __init__(self, shape, typestr="<f4", strides=None, pointer=0x7f0000000010):
        self.shape = shape
        self.__cuda_array_interface__ = dict(
            shape=shape, typestr=typestr, strides=strides, data=(pointer, False), version=3)

class Tensor:
    """As PyTorch's: elements between elements."""
    def __init__(self, dtype, shape, stride):
        self.dtype, self.shape, self._stride = dtype, shape, stride
    def stride(self):
        return self._stride
    def data_ptr(self):
        return 4096

def run(n=64, block=16, dtype="torch.bfloat16"):
    x = Tensor(dtype, (n,), (1,))
    early(None, (n // block,), scale, (x, x, 0.1, block))
"#;

fn python() -> String {
    let python = project().join(".toolchain/python/bin/python");
    assert!(python.is_file(), "run `cargo xtask setup`");
    python.to_string_lossy().into_owned()
}

struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    fn new(main: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        fs::write(folder.path().join("lib/ops.py"), LIBRARY).unwrap();
        fs::write(folder.path().join("main.py"), main).unwrap();
        Self { folder }
    }

    fn record(&self, flags: &[&str], python_flags: &[&str]) -> Ended {
        let python = python();
        let mut arguments = vec!["record", "--root", "lib", "-o", "out.jsonl"];
        arguments.extend(flags);
        arguments.extend(["--", python.as_str()]);
        arguments.extend(python_flags);
        arguments.push("main.py");
        let mut command = tileport(&arguments);
        command.current_dir(self.folder.path());
        command
            .env("PYTHONPATH", self.folder.path().join("lib"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        run(&mut command)
    }

    fn launches(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.path().join("out.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let listing = fs::read_dir(folder).unwrap();
    listing
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn each_distinct_launch_is_written_once() {
    let program = Program::new(
        r#"
import ops, cuda.tile as ct
for n in (64, 64, 128, 64):
    ops.run(n)
a = ops.Array((8, 4), "<f2", (32, 2))
for kernel in (ops.scale, ops.scale.replace_hints(occupancy=ct.ByTarget(sm_100=4, default=1))):
    ct.launch(None, (1, 2, 3), kernel, (a, ops.Array((3,), "|u1", pointer=0x7f0000000001), float("inf"), 16),
              programmatic_dependent_launch=False)
print("the program's own output")
"#,
    );
    let ended = program.record(&["--no-launch", "--json"], &[]);
    expect(&ended, 0);
    let said: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(said["schema"], "tileport.record/1");
    assert_eq!(
        (&said["launches"], &said["kernels"]),
        (&4.into(), &1.into())
    );
    assert!(ended.stderr.contains("the program's own output"));

    let launches = program.launches();
    assert_eq!(launches.len(), 4);
    let bf16 =
        |n: u32| serde_json::json!({"t": "bfloat16", "shape": [n], "stride": [1], "align": 256});
    let first = launches.iter().find(|l| l["args"][0] == bf16(64)).unwrap();
    assert_eq!(
        *first,
        serde_json::json!({
            "file": "ops.py", "kernel": "scale", "grid": [4, 1, 1],
            "args": [bf16(64), bf16(64), {"f": 0.1}, {"i": 16}],
            "opts": "num_ctas=None occupancy=2 opt_level=3 num_worker_warps=None",
        })
    );
    let strided: Vec<_> = launches.iter().filter(|l| l["grid"][2] == 3).collect();
    assert_eq!(strided.len(), 2, "other hints are another launch");
    assert_eq!(
        strided[0]["args"],
        serde_json::json!([
            {"t": "float16", "shape": [8, 4], "stride": [16, 1], "align": 16},
            {"t": "uint8", "shape": [3], "stride": [1], "align": 1},
            {"f": "inf"}, {"i": 16},
        ])
    );
    // The program's folder is as it was.
    let expected = ["lib", "main.py", "out.jsonl"].map(str::to_owned);
    assert_eq!(names(program.folder.path()), BTreeSet::from(expected));
    let expected = ["ops.py"].map(str::to_owned);
    assert_eq!(
        names(&program.folder.path().join("lib")),
        BTreeSet::from(expected)
    );
}

#[test]
fn threads_workers_and_forks_are_recorded() {
    let program = Program::new(
        r#"
import multiprocessing, os, subprocess, sys, threading
import ops

def work(n):
    ops.run(n)

if __name__ == "__main__":
    threads = [threading.Thread(target=work, args=(16 * i,)) for i in range(1, 5)]
    for t in threads: t.start()
    for t in threads: t.join()
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        processes = [context.Process(target=work, args=(n,)) for n in (16, 1600, 3200)]
        for p in processes: p.start()
        for p in processes: p.join()
    subprocess.run([sys.executable, "-c", "import ops; ops.run(320)"], check=True)
    if os.fork() == 0:
        ops.run(6400)
        os._exit(0)
    os.wait()
"#,
    );
    expect(&program.record(&["--no-launch"], &[]), 0);
    let sizes: BTreeSet<u64> = program
        .launches()
        .iter()
        .map(|l| l["args"][0]["shape"][0].as_u64().unwrap())
        .collect();
    assert_eq!(
        sizes,
        BTreeSet::from([16, 32, 48, 64, 320, 1600, 3200, 6400])
    );
    assert_eq!(program.launches().len(), sizes.len(), "each once");
}

#[test]
fn what_the_tuner_tries_is_marked() {
    let program = Program::new(
        r#"
import cuda.tile as ct, cuda.tile.tune as tune
import ops
x = ops.Array((64,))
result = tune.exhaustive_search(
    [8, 16, 32], None, lambda block: (64 // block,), ops.scale, lambda block: (x, x, 2.0, block),
    lambda block: {"occupancy": 1}, quiet=True)
block = 16
ct.launch(None, (64 // block,), ops.scale.replace_hints(occupancy=1), (x, x, 2.0, block))
"#,
    );
    expect(&program.record(&["--no-launch"], &[]), 0);
    let mut tried: Vec<_> = program
        .launches()
        .iter()
        .map(|l| (l["args"][3]["i"].as_u64().unwrap(), l["tuned"] == true))
        .collect();
    tried.sort();
    assert_eq!(tried, [(8, true), (16, false), (32, true)]);
}

#[test]
fn what_cannot_be_recorded_is_said() {
    let program = Program::new(
        r#"
import cuda.tile as ct, ops
x = ops.Array((64,))
ct.launch(None, (1,), ops.scale, (x, x, 1.0, "text"))
ct.launch(None, (1,), ops.scale, (x, x, 1.0))
ct.launch(None, (1,), print, ())

@ct.kernel
def elsewhere(x):
    pass
ct.launch(None, (1,), elsewhere, (x,))
ops.run()
"#,
    );
    let ended = program.record(&["--no-launch"], &[]);
    expect(&ended, 1);
    for reason in [
        "scale: argument 4: an object of type builtins.str is no argument of a launch",
        "scale: 3 arguments were given, the kernel takes 4",
        "not a kernel of cuda.tile",
        "is not below the root",
    ] {
        assert!(ended.stderr.contains(reason), "{reason}: {ended:#?}");
    }
    assert_eq!(program.launches().len(), 1);
}

#[test]
fn a_program_that_fails_or_is_not_watched_is_told_apart() {
    let failing = Program::new("import ops\nops.run()\nraise SystemExit(7)\n");
    let ended = failing.record(&["--no-launch", "--json"], &[]);
    expect(&ended, 1);
    let said: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(said["program"]["exit_code"], 7);
    assert_eq!(failing.launches().len(), 1, "what came before is kept");

    let isolated = Program::new("import sys\n");
    let ended = isolated.record(&["--no-launch"], &["-I"]);
    expect(&ended, 2);
    assert!(ended.stderr.contains("-I, -E or -S"), "{ended:#?}");

    let idle = Program::new("pass\n");
    let ended = idle.record(&["--no-launch"], &[]);
    expect(&ended, 1);
    assert!(
        ended.stderr.contains("did not import cuda.tile"),
        "{ended:#?}"
    );

    let absent = run(&mut tileport(&["record", "--", "/no/such/program"]));
    expect(&absent, 3);
}

/// Without a driver the official launcher fails, and the program sees that as without us.
#[test]
fn launches_go_on_to_the_device_unless_told_otherwise() {
    let program = Program::new(
        r#"
import ops, cuda.tile as ct
try:
    ops.run()
    print("launched")
except Exception as error:
    print("refused", type(error).__name__)
"#,
    );
    let ended = program.record(&[], &[]);
    if ended.stdout.contains("launched") {
        panic!("a launch of host memory went through: {ended:#?}");
    }
    assert!(ended.stdout.contains("refused"), "{ended:#?}");
    expect(&ended, 1);
    assert!(
        program.launches().is_empty(),
        "a launch that failed is none"
    );
}

#[test]
fn the_users_own_sitecustomize_still_runs() {
    let program = Program::new("import ops, builtins\nassert builtins.theirs\nops.run()\n");
    fs::write(
        program.folder.path().join("lib/sitecustomize.py"),
        "import builtins\nbuiltins.theirs = True\n",
    )
    .unwrap();
    expect(&program.record(&["--no-launch"], &[]), 0);
}

#[test]
fn a_record_migrates() {
    let program = Program::new("import ops\nfor n in (64, 128): ops.run(n, dtype='float32')\n");
    expect(&program.record(&["--no-launch"], &[]), 0);
    let arguments = [
        "migrate",
        "lib",
        "-o",
        "crate",
        "--launches",
        "out.jsonl",
        "--no-cargo-check",
    ];
    let mut command = tileport(&arguments);
    expect(&run(command.current_dir(program.folder.path())), 0);
}
