//! Progress of long jobs, and their interruption.
//!
//! A job calls [`Progress::report`] at least five times per second, from whichever thread does the work. It returns an error of `report` at
//! once. To interrupt a job, let `report` return [`Error::Interrupted`](crate::Error::Interrupted).

use crate::Result;
use std::sync::atomic::{AtomicU64, Ordering};

/// Receiver of progress reports. Called often and from several threads, so it should be cheap.
pub trait Progress: Sync {
    /// `done` of `total` units of work in `stage` are done; within one stage reports of several threads may arrive out of order.
    ///
    /// # Errors
    /// An error stops the job, which returns it.
    fn report(&self, stage: &str, done: u64, total: u64) -> Result<()>;
}

/// Ignores all reports.
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _: &str, _: u64, _: u64) -> Result<()> {
        Ok(())
    }
}

/// One stage of a job that is shared by threads. Adds up the work of all threads.
pub(crate) struct Stage<'a> {
    progress: &'a dyn Progress,
    name: &'a str,
    total: u64,
    done: AtomicU64,
}

impl<'a> Stage<'a> {
    /// Begins a stage of `total` units of work.
    pub(crate) fn begin(progress: &'a dyn Progress, name: &'a str, total: u64) -> Result<Self> {
        progress.report(name, 0, total)?;
        Ok(Self { progress, name, total, done: AtomicU64::new(0) })
    }

    /// Notes that this thread has done `work` more units.
    pub(crate) fn add(&self, work: u64) -> Result<()> {
        let done = self.done.fetch_add(work, Ordering::Relaxed) + work;
        self.progress.report(self.name, done, self.total)
    }
}
