//! Running a tool with bounds on its time and on what it may print.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes kept of each of a tool's output streams; the rest is read and dropped, so that
/// the tool never blocks on a full pipe.
const KEPT_OUTPUT: usize = 16 << 20;

#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Standard error as text, or standard output where the tool printed its complaint there.
    pub fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        if text.trim().is_empty() {
            String::from_utf8_lossy(&self.stdout).trim().to_owned()
        } else {
            text.trim().to_owned()
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    #[error("{tool} could not be started: {source}")]
    Start { tool: String, source: io::Error },
    #[error("{tool} did not finish within {limit:?}")]
    TimedOut { tool: String, limit: Duration },
    #[error("{tool}: {source}")]
    Io { tool: String, source: io::Error },
}

/// Runs `command` to its end, or kills it when `limit` has passed.
pub fn run_bounded(command: &mut Command, limit: Duration) -> Result<Finished, ProcessError> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| ProcessError::Start {
            tool: tool.clone(),
            source,
        })?;
    let stdout = child
        .stdout
        .take()
        .map(|pipe| thread::spawn(move || drain(pipe)));
    let stderr = child
        .stderr
        .take()
        .map(|pipe| thread::spawn(move || drain(pipe)));
    let status = wait(&mut child, limit, &tool)?;
    let collect = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|r| r.join().ok()).unwrap_or_default()
    };
    Ok(Finished {
        status,
        stdout: collect(stdout),
        stderr: collect(stderr),
    })
}

fn wait(child: &mut Child, limit: Duration, tool: &str) -> Result<ExitStatus, ProcessError> {
    let started = Instant::now();
    // Most tools end within a second; the pause doubles up to 20 ms so that short runs stay short.
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if started.elapsed() >= limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(ProcessError::TimedOut {
                    tool: tool.to_owned(),
                    limit,
                });
            }
            Ok(None) => {
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Err(source) => {
                return Err(ProcessError::Io {
                    tool: tool.to_owned(),
                    source,
                });
            }
        }
    }
}

fn drain(mut pipe: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0u8; 16 << 10];
    while let Ok(n) = pipe.read(&mut buffer) {
        if n == 0 {
            break;
        }
        let room = KEPT_OUTPUT.saturating_sub(kept.len()).min(n);
        kept.extend_from_slice(&buffer[..room]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_tool_is_killed() {
        let error =
            run_bounded(Command::new("sleep").arg("30"), Duration::from_millis(50)).unwrap_err();
        assert!(matches!(error, ProcessError::TimedOut { .. }), "{error}");
    }

    #[test]
    fn output_larger_than_a_pipe_is_read() {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "head -c 1000000 /dev/zero; echo complaint >&2; exit 3",
        ]);
        let finished = run_bounded(&mut command, Duration::from_secs(20)).unwrap();
        assert_eq!(finished.stdout.len(), 1_000_000);
        assert_eq!(finished.status.code(), Some(3));
        assert_eq!(finished.complaint(), "complaint");
    }

    #[test]
    fn an_absent_tool_is_named() {
        let error =
            run_bounded(&mut Command::new("/no/such/tool"), Duration::from_secs(1)).unwrap_err();
        assert!(error.to_string().contains("/no/such/tool"), "{error}");
    }
}
