//! A shelf of buffers. Calls take one and put it back, and never wait.
//!
//! A fork copies locks as they are. A lock that another thread holds at that moment stays locked in the child for ever. So a slot that is
//! locked is skipped. In the worst case a call makes a new buffer, or drops one.
//!
//! Each thread of a pool has a slot of its own, which it tries first. So it finds its own chunk cache again, which lies near its core and
//! knows the texts that this thread has had.

use std::sync::Mutex;

/// Largest number of buffers kept. Where more threads encode at once, the others make buffers of their own.
const PLACES: usize = 1024;

/// The shelf.
pub(crate) struct Shelf<T> {
    places: Box<[Mutex<Option<Box<T>>>]>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf { places: (0..PLACES).map(|_| Mutex::new(None)).collect() }
    }
}

impl<T: Default> Shelf<T> {
    /// Takes a buffer that was put back, that of this thread if it is there, or a new one.
    pub fn take(&self) -> Box<T> {
        let mut kept = self.own_first().filter_map(|place| place.try_lock().ok()?.take());
        kept.next().unwrap_or_default()
    }

    /// Puts `item` in this thread's slot, or else in the first free one.
    pub fn put(&self, item: Box<T>) {
        let mut free = self.own_first().filter_map(|place| place.try_lock().ok()).filter(|place| place.is_none());
        if let Some(mut place) = free.next() {
            *place = Some(item);
        }
    }

    /// The slot of this thread, then all slots. A thread outside of a pool has the first.
    fn own_first(&self) -> impl Iterator<Item = &Mutex<Option<Box<T>>>> {
        let own = rayon::current_thread_index().unwrap_or(0) % PLACES;
        std::iter::once(&self.places[own]).chain(&self.places)
    }
}

#[cfg(test)]
#[path = "../../tests/inside/cache_shelf.rs"]
mod tests;
