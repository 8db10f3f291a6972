//! A shelf of buffers. Calls take one and put it back, and never wait.
//!
//! A fork copies locks as they are. A lock that another thread holds at that moment stays locked in the child for ever. So a slot that is
//! locked is skipped. In the worst case a call makes a new buffer, or drops one.

use std::sync::Mutex;

/// Largest number of buffers kept: more than the threads that encode at once.
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
    /// Takes a buffer that was put back, or a new one.
    pub fn take(&self) -> Box<T> {
        let mut kept = self.places.iter().filter_map(|place| place.try_lock().ok()?.take());
        kept.next().unwrap_or_default()
    }

    /// Puts `item` in the first free slot.
    pub fn put(&self, item: Box<T>) {
        let mut free = self.places.iter().filter_map(|place| place.try_lock().ok()).filter(|place| place.is_none());
        if let Some(mut place) = free.next() {
            *place = Some(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_stay_locked_are_passed_over() {
        let shelf = Shelf::<Vec<u32>>::default();
        shelf.put(Box::new(vec![1]));
        shelf.put(Box::new(vec![2]));
        let _held = shelf.places[0].lock().unwrap();
        assert_eq!(*shelf.take(), [2]);
        assert!(shelf.take().is_empty());
        shelf.put(Box::new(vec![3]));
        assert_eq!(*shelf.take(), [3]);
    }
}
