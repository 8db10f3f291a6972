//! What every long job needs: threads, a way to stop it, and reports of its progress.

pub mod draw;
pub mod progress;
pub mod stop;
pub mod threads;
