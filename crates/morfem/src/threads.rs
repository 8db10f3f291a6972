//! Pools of worker threads, one a size.
//!
//! A pool is made when its size is first asked for and kept. Pools belong to the process that made them: a forked child, which inherits
//! the memory but not the threads, makes its own.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Error, Result};

type Pools = HashMap<(u32, usize), Arc<ThreadPool>>;
static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);

/// Runs `work` in a pool of `threads` threads; None means one for each processor.
///
/// # Errors
/// [`Error::Argument`] if `threads` is zero or the system has no more threads.
pub fn with_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T> {
    let count = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()));
    if count == 0 {
        return Err(Error::Argument("threads is 0; give at least 1, or None for one for each processor".into()));
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
