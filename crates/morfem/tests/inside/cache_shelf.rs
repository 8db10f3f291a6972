//! Tests of `src/cache/shelf.rs` that see what is private there.

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

#[test]
fn a_thread_finds_its_own_buffer_again() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let shelf = Shelf::<Vec<usize>>::default();
    pool.broadcast(|thread| shelf.put(Box::new(vec![thread.index()])));
    assert!(pool.broadcast(|thread| *shelf.take() == [thread.index()]).into_iter().all(|is_own| is_own));
}
