//! Thread pools, and values that belong to one process.
//!
//! A forked child inherits the memory of its parent but not its threads. An inherited pool has no threads, and a lock that a thread of the
//! parent held stays locked. So pools and locks that all calls share belong to the process that made them ([`Own`]), and a child makes its
//! own. rayon's global pool is never used.
//!
//! In a browser (wasm32) a program has one thread and no process number, so everything here runs in turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::race::OnceBox;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Error, Result};

/// Largest number of threads in a pool: far more than processors, far fewer than systems allow.
const MOST: usize = 1024;
/// Largest number of threads that read one table.
const MOST_READERS: usize = 8;

/// Whether the target has no threads.
const IS_SEQUENTIAL: bool = cfg!(target_family = "wasm");

/// One value for each process, behind a lock that only threads of that process wait for.
///
/// The values are a list that only grows. A process adds its own by one compare-and-swap when it first needs it. So a child sees the list
/// complete, whenever it was forked.
pub(crate) struct Own<T> {
    first: OnceBox<Owned<T>>,
}

struct Owned<T> {
    process: u32,
    value: Mutex<T>,
    next: OnceBox<Owned<T>>,
}

impl<T: Default> Own<T> {
    pub const fn new() -> Self {
        Own { first: OnceBox::new() }
    }

    /// The value of this process.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let process = process();
        let mut place = &self.first;
        loop {
            let owned = place.get_or_init(|| Box::new(Owned { process, value: Mutex::default(), next: OnceBox::new() }));
            if owned.process == process {
                return owned.value.lock().unwrap_or_else(PoisonError::into_inner);
            }
            place = &owned.next;
        }
    }

    /// The values of the ancestors of this process, except those that were locked when it was forked.
    pub fn inherited(&self) -> impl Iterator<Item = MutexGuard<'_, T>> {
        let process = process();
        let values = std::iter::successors(self.first.get(), |owned| owned.next.get());
        values.take_while(move |owned| owned.process != process).filter_map(|owned| owned.value.try_lock().ok())
    }
}

/// Pools by number of threads. A pool is made when its size is first needed, and kept.
static POOLS: Own<HashMap<usize, Arc<ThreadPool>>> = Own::new();

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get())
}

fn process() -> u32 {
    if IS_SEQUENTIAL { 0 } else { std::process::id() }
}

/// Runs two functions at the same time, the second in its own thread.
pub(crate) fn together<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    if IS_SEQUENTIAL {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The results of `read` for each row, in order, computed by a few threads that end with this call.
pub(crate) fn in_parts<R: Sync, T: Send>(rows: &[R], read: impl Fn(&R) -> T + Sync) -> Vec<T> {
    if IS_SEQUENTIAL {
        return rows.iter().map(read).collect();
    }
    let size = rows.len().div_ceil(processors().min(MOST_READERS)).max(1);
    let (first, rest) = rows.split_at(size.min(rows.len()));
    std::thread::scope(|scope| {
        let parts: Vec<_> = rest.chunks(size).map(|part| scope.spawn(|| part.iter().map(&read).collect::<Vec<T>>())).collect();
        let join = |part: std::thread::ScopedJoinHandle<'_, Vec<T>>| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // The calling thread reads the first part to where all results will be, because copying into new memory takes long.
        let mut results = Vec::with_capacity(rows.len());
        results.extend(first.iter().map(&read));
        parts.into_iter().for_each(|part| results.append(&mut join(part)));
        results
    })
}

/// Runs `work` in a pool of `threads` threads; None means one for each processor.
///
/// # Errors
/// [`Error::Argument`] if `threads` is not 1 to 1,024, or the system has no more threads.
pub fn with_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T> {
    let count = threads.unwrap_or_else(processors);
    if !(1..=MOST).contains(&count) {
        return Err(Error::Argument(format!("threads is {count}; give 1 to {MOST}, or None for one for each processor")));
    }
    if IS_SEQUENTIAL {
        return Ok(work());
    }
    let pool = {
        let mut pools = POOLS.lock();
        match pools.get(&count) {
            Some(pool) => pool.clone(),
            None => {
                let built = ThreadPoolBuilder::new().num_threads(count).build();
                let pool = Arc::new(built.map_err(|error| Error::Argument(format!("{count} threads cannot be started: {error}")))?);
                pools.insert(count, pool.clone());
                pool
            }
        }
    };
    Ok(pool.install(work))
}
