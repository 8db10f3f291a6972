//! Interrupting calls that cannot fail.
//!
//! Encoding has no errors, so its functions return no `Result`. But a caller may want to interrupt a long text. [`Stop::run`] makes a flag
//! known to the threads that work for a call. [`check`] is called at least once for some thousands of bytes of work. If the flag is set, it
//! unwinds the thread back to `run`. If no flag is known, a check reads one thread-local variable.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Error, Result};

/// Tokens between two checks.
pub(crate) const EVERY: usize = 1 << 12;

thread_local! {
    static CURRENT: RefCell<Stop> = const { RefCell::new(Stop(None)) };
}

/// A flag that asks a call to stop; the default one is never set.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

/// The payload with which a stopped thread unwinds.
struct Stopped;

/// As long as this value lives, its thread knows a flag.
pub(crate) struct Known(Stop);

impl Stop {
    /// A flag that can be set.
    pub fn new() -> Self {
        Stop(Some(Arc::default()))
    }

    /// The flag that this thread knows.
    pub(crate) fn current() -> Self {
        CURRENT.with_borrow(Stop::clone)
    }

    /// Sets the flag.
    pub fn ask(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the flag is set.
    pub fn is_asked(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Makes the flag known to this thread. For threads of a pool that share the work of a thread that knows it.
    pub(crate) fn known(&self) -> Known {
        Known(CURRENT.replace(self.clone()))
    }

    /// Runs `work`, which may stop early if the flag is set.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it stopped early.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T> {
        let known = self.known();
        // Whatever the work leaves unfinished belongs to the work, or is a buffer that it took.
        let result = catch_unwind(AssertUnwindSafe(work));
        drop(known);
        result.map_err(|panic| match panic.downcast::<Stopped>() {
            Ok(_) => Error::Interrupted,
            Err(panic) => resume_unwind(panic),
        })
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        CURRENT.set(std::mem::take(&mut self.0));
    }
}

/// Unwinds out of the call that this thread works for, if it was asked to stop.
#[inline]
pub fn check() {
    if CURRENT.with_borrow(Stop::is_asked) {
        resume_unwind(Box::new(Stopped));
    }
}

/// [`check`] for functions that can fail.
///
/// # Errors
/// [`Error::Interrupted`] if this thread was asked to stop.
pub(crate) fn checked() -> Result<()> {
    if CURRENT.with_borrow(Stop::is_asked) { Err(Error::Interrupted) } else { Ok(()) }
}
