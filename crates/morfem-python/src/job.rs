//! Long jobs: the work runs on its own threads while the calling thread answers Python.
//!
//! Signal handlers and progress callbacks run on the calling thread, which wakes ten times a second. An exception there, Ctrl-C among
//! them, asks the work to stop, and is raised when it has.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use morfem::progress::Progress;
use pyo3::prelude::*;

use crate::error::raise;

const WAKE: Duration = Duration::from_millis(100);

#[derive(Default)]
struct Reports {
    is_stopped: AtomicBool,
    last: Mutex<Option<(String, u64, u64)>>,
}

impl Progress for Reports {
    fn report(&self, stage: &str, done: u64, total: u64) -> morfem::Result<()> {
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(morfem::Error::Interrupted);
        }
        *self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some((stage.into(), done, total));
        Ok(())
    }
}

/// Runs `work`, calls `progress(stage, done, total)` meanwhile.
pub fn run<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn Progress) -> morfem::Result<T> + Send,
) -> PyResult<T> {
    let reports = Reports::default();
    let answer = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let last = reports.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match (&progress, last) {
            (Some(callback), Some(report)) => callback.call1(py, report).map(drop),
            _ => Ok(()),
        }
    };
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = std::sync::mpsc::channel();
            let reports = &reports;
            let worker = scope.spawn(move || {
                let result = work(reports);
                let _ = done.send(());
                result
            });
            let mut raised = None;
            while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) = wait.recv_timeout(WAKE) {
                if raised.is_none() {
                    raised = Python::attach(answer).err();
                    reports.is_stopped.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match raised {
                Some(error) => Err(error),
                None => Python::attach(answer).and(result.map_err(raise)),
            }
        })
    })
}
