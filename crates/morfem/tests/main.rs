//! The tests of the core through its public interface, as one program, which is linked once. Only `hostile` is a program of its own,
//! because it counts all memory.

mod common;
#[path = "common/finnish.rs"]
mod finnish;
mod folder;
#[path = "common/ids.rs"]
mod ids;
mod laws;
mod mft;
#[allow(dead_code)]
#[path = "hostile/mutate.rs"]
mod mutate;
mod parts;
mod splinter;
mod trainers;
mod union;
