pub mod mft;
pub mod morpheus;
pub mod splinter;
