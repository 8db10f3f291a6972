//! Stopping a call.

use morfem::Error;
use morfem::run::stop::{Stop, check};

#[test]
fn a_call_that_was_asked_to_stop_ends_with_an_error() {
    let stop = Stop::new();
    assert_eq!(stop.run(|| (check(), 1).1).ok(), Some(1));
    stop.ask();
    assert!(matches!(stop.run(|| (check(), 1).1), Err(Error::Interrupted)));
    check();
    assert!(Stop::default().run(check).is_ok());
}

#[test]
fn calls_inside_calls_know_their_own_flag() {
    let (outer, inner) = (Stop::new(), Stop::new());
    outer.ask();
    let result = outer.run(|| {
        assert!(inner.run(check).is_ok());
        check();
    });
    assert!(matches!(result, Err(Error::Interrupted)));
}
