//! The files of an artefact: its record `morfem.json`, its tables, and how a file is written whole or not at all.

pub(crate) mod ascending;
pub(crate) mod new_file;
pub mod record;
pub mod tsv;
pub mod vocabulary;
