//! Pools of worker threads, one a size; and two things at once.
//!
//! A pool is made when its size is first asked for and kept. Pools belong to the process that made them: a forked child, which inherits
//! the memory but not the threads, makes its own.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Error, Result};

/// Most threads of a pool: far above any machine's processors, far below what a system allows.
const MOST: usize = 1024;

type Pools = HashMap<(u32, usize), Arc<ThreadPool>>;
static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);

/// Does two things at once, the second in a thread of its own.
pub(crate) fn together<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Runs `work` in a pool of `threads` threads; None means one for each processor.
///
/// # Errors
/// [`Error::Argument`] if `threads` is not 1 to 1,024, or the system has no more threads.
pub fn with_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T> {
    let count = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()));
    if !(1..=MOST).contains(&count) {
        return Err(Error::Argument(format!("threads is {count}; give 1 to {MOST}, or None for one for each processor")));
    }
    let pool = {
        let mut pools = POOLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match pools.get(&(std::process::id(), count)) {
            Some(pool) => pool.clone(),
            None => {
                let built = ThreadPoolBuilder::new().num_threads(count).build();
                let pool = Arc::new(built.map_err(|error| Error::Argument(format!("{count} threads cannot be had: {error}")))?);
                pools.insert((std::process::id(), count), pool.clone());
                pool
            }
        }
    };
    Ok(pool.install(work))
}
