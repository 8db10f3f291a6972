//! Long calls: the work runs on its own threads while the calling thread answers Python.
//!
//! Signal handlers and progress callbacks run on the calling thread, which wakes twenty times a second. An exception there, Ctrl-C among
//! them, asks the work to stop, and is raised when it has, or after a quarter of a second: what cannot be stopped, such as the search inside one word of
//! megabytes, ends by itself and is forgotten. Short texts are worked on by the calling thread.

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use morfem::progress::Progress;
use morfem::stop::Stop;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::error::{MorfemError, raise};

const WAKE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_millis(250);
/// Bytes of text, or ids, that are work for a thread of its own: a third of a second for the slowest texts, some milliseconds for others.
const LONG: usize = 1 << 18;
/// What each text of a batch costs beside its bytes, in bytes.
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
        *self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some((stage.into(), done, total));
        Ok(())
    }
}

/// Runs `work`, calls `progress(stage, done, total)` meanwhile.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn Progress) -> morfem::Result<T> + Send + 'static,
) -> PyResult<T> {
    let reports = Arc::new(Reports { stop: Stop::new(), ..Reports::default() });
    let answer = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let last = reports.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
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
            // Nobody waits for what was forgotten.
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().spawn(work);
        let thread = thread.map_err(|error| MorfemError::new_err(format!("the system has no thread for this call: {error}")))?;
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

/// Bytes of all texts, and what each costs.
pub fn size_of_all(texts: &[PyBackedStr]) -> usize {
    texts.iter().map(|text| text.len() + EACH).sum()
}

/// Runs `work` of a shared object on `input`, which holds `size` bytes or ids.
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
    // The calling thread drops the input last: objects of Python need it for that.
    let input = Arc::new(input);
    let (shared, lent) = (shared.clone(), input.clone());
    run(py, None, move |_| work(&shared, &lent))
}
