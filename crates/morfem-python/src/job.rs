//! Long calls: the work runs on threads of its own while the calling thread handles signals and progress.
//!
//! Signal handlers and progress callbacks run on the calling thread, which wakes twenty times per second. An exception there, such as
//! Ctrl-C, asks the work to stop. It is raised when the work has stopped, or after a quarter of a second: work that cannot be stopped, such
//! as the search inside one word of megabytes, finishes in the background. Short texts are processed on the calling thread.

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use morfem::run::progress::Progress;
use morfem::run::stop::Stop;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::error::{MorfemError, raise};

const WAKE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_millis(250);
/// Calls with at least this many bytes of text, or ids, run on a thread of their own. Shorter calls take up to a third of a second on the
/// slowest texts, and milliseconds on others.
const LONG: usize = 1 << 18;
/// The cost of each text of a batch besides its bytes, in bytes.
pub const EACH: usize = 16;

#[derive(Default)]
struct Reports {
    stop: Stop,
    last: Mutex<Option<(String, u64, u64)>>,
}

impl Progress for Reports {
    fn report(&self, stage: &str, done: u64, total: u64) -> morfem::Result<()> {
        if self.stop.is_asked() {
            return Err(morfem::Error::Interrupted);
        }
        *locked(&self.last) = Some((stage.into(), done, total));
        Ok(())
    }
}

/// What a mutex holds, even if work on it has panicked.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work`, and calls `progress(stage, done, total)` while it runs.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn Progress) -> morfem::Result<T> + Send + 'static,
) -> PyResult<T> {
    let reports = Arc::new(Reports { stop: Stop::new(), ..Reports::default() });
    let answer = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let last = locked(&reports.last).take();
        match (&progress, last) {
            (Some(callback), Some(report)) => callback.call1(py, report).map(drop),
            _ => Ok(()),
        }
    };
    py.detach(|| {
        let (done, wait) = std::sync::mpsc::channel();
        let shared = reports.clone();
        let work = move || {
            let result = shared.stop.run(|| work(&*shared)).and_then(std::convert::identity);
            // After an interruption there is no receiver.
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().spawn(work);
        let thread = thread.map_err(|error| MorfemError::new_err(format!("the thread for this call could not be started: {error}")))?;
        loop {
            match wait.recv_timeout(WAKE) {
                Ok(result) => return Python::attach(answer).and(result.map_err(raise)),
                Err(RecvTimeoutError::Disconnected) => std::panic::resume_unwind(thread.join().expect_err("it ended without a result")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = Python::attach(answer) {
                        reports.stop.ask();
                        let _ = wait.recv_timeout(PATIENCE);
                        return Err(error);
                    }
                }
            }
        }
    })
}

/// The cost of a batch: the bytes of all texts, and [`EACH`] per text.
pub fn size_of_all(texts: &[PyBackedStr]) -> usize {
    texts.iter().map(|text| text.len() + EACH).sum()
}

/// Runs `work` on a shared object and `input`, which has `size` bytes or ids. Long work runs on its own thread and can be interrupted.
pub fn run_sized<S: Send + Sync + 'static, I: Send + Sync + 'static, T: Send + 'static>(
    py: Python<'_>,
    size: usize,
    shared: &Arc<S>,
    input: I,
    work: impl FnOnce(&S, &I) -> morfem::Result<T> + Send + 'static,
) -> PyResult<T> {
    if size < LONG {
        return py.detach(|| work(shared, &input)).map_err(raise);
    }
    // The calling thread keeps the input, and so usually drops it last, with the GIL. After an interruption the thread of the work may drop
    // it last: PyO3 then releases Python objects when a thread next takes the GIL.
    let input = Arc::new(input);
    let (shared, lent) = (shared.clone(), input.clone());
    run(py, None, move |_| work(&shared, &lent))
}
