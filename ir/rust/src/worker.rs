//! Threads for the official compiler: a large stack, panics caught.
//!
//! A parsed module cannot leave the thread that parsed it (its positions live in that thread),
//! so a worker owns a state and runs closures on it.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once, mpsc};

/// Stack of a worker. Only touched pages count, so idle workers are cheap.
const STACK_BYTES: usize = 256 << 20;

/// Why a worker gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The closure panicked: its message and the place in the panicking code.
    Panic(String),
    /// The thread could not be started, or is gone.
    Thread(String),
}

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

/// A thread that owns an `S`. Dropping the worker ends the thread after its queued jobs.
pub(crate) struct Worker<S> {
    // The mutex makes the sender shareable; jobs queue anyway.
    jobs: Mutex<mpsc::Sender<Job<S>>>,
}

impl<S: 'static> Worker<S> {
    /// Starts a thread and makes its state there.
    pub(crate) fn start<E: Send + 'static>(
        make: impl FnOnce() -> Result<S, E> + Send + 'static,
    ) -> Result<Result<Self, E>, Failure> {
        let (jobs, queue) = mpsc::channel::<Job<S>>();
        let (ready, started) = mpsc::channel();
        spawn(move || {
            let mut state = match guarded(make) {
                Ok(Ok(state)) => state,
                Ok(Err(error)) => return drop(ready.send(Ok(Err(error)))),
                Err(panic) => return drop(ready.send(Err(panic))),
            };
            drop(ready.send(Ok(Ok(()))));
            while let Ok(job) = queue.recv() {
                job(&mut state);
            }
        })?;
        let made = started.recv().map_err(|_| gone())??;
        Ok(made.map(|()| Worker {
            jobs: Mutex::new(jobs),
        }))
    }

    /// Runs `job` on the state and waits for its answer.
    pub(crate) fn run<R: Send + 'static>(
        &self,
        job: impl FnOnce(&mut S) -> R + Send + 'static,
    ) -> Result<R, Failure> {
        let (answer, answered) = mpsc::channel();
        let job: Job<S> = Box::new(move |state| drop(answer.send(guarded(|| job(state)))));
        let sent = match self.jobs.lock() {
            Ok(jobs) => jobs.send(job),
            Err(poisoned) => poisoned.into_inner().send(job),
        };
        sent.map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }
}

/// Runs `job` on a fresh thread with a large stack and waits for its answer.
pub(crate) fn once<R: Send + 'static>(
    job: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Failure> {
    let (answer, answered) = mpsc::channel();
    spawn(move || drop(answer.send(guarded(job))))?;
    answered.recv().map_err(|_| gone())?
}

fn spawn(body: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    std::thread::Builder::new()
        .name("cutile-compiler".into())
        .stack_size(STACK_BYTES)
        .spawn(body)
        .map(drop)
        .map_err(|e| Failure::Thread(e.to_string()))
}

fn gone() -> Failure {
    Failure::Thread("the compiler's thread is gone".into())
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `job`; a panic becomes its message instead of text on stderr.
fn guarded<R>(job: impl FnOnce() -> R) -> Result<R, Failure> {
    install_hook();
    GUARDED.set(true);
    let result = catch_unwind(AssertUnwindSafe(job));
    GUARDED.set(false);
    result.map_err(|_| {
        let message = MESSAGE.take();
        Failure::Panic(message.unwrap_or_else(|| "no message".into()))
    })
}

/// Panics of guarded threads are recorded, those of all others reported as before.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                return before(info);
            }
            let message = info.payload_as_str().unwrap_or("no message");
            let place = info.location().map_or_else(String::new, |at| {
                let file = at.file().rsplit('/').next().unwrap_or_default();
                format!(" ({file}:{})", at.line())
            });
            MESSAGE.set(Some(format!("{message}{place}")));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_kept_and_panics_do_not_end_the_worker() {
        let worker = Worker::start(|| Ok::<_, ()>(1)).unwrap().unwrap();
        assert_eq!(worker.run(|n| std::mem::replace(n, 2)), Ok(1));
        let failure = worker.run(|_| -> () { panic!("odd input") }).unwrap_err();
        assert!(matches!(&failure, Failure::Panic(m) if m.starts_with("odd input (worker.rs:")));
        assert_eq!(worker.run(|n| *n), Ok(2));
    }

    #[test]
    fn failing_to_make_the_state_is_an_answer() {
        assert_eq!(Worker::<u8>::start(|| Err("no")).unwrap().err(), Some("no"));
        assert!(Worker::<u8>::start(|| -> Result<u8, ()> { panic!("never") }).is_err());
        assert_eq!(once(|| 3), Ok(3));
    }
}
