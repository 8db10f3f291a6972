//! The border between the core and Python: converts arguments, releases the GIL, maps errors. No logic.

// Its docs are Python docstrings, not Markdown.
#![allow(clippy::doc_lazy_continuation)]

/// The docstring of an item in the stub `python/morfem/_core.pyi`.
macro_rules! doc {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

mod analysis;
mod argument;
mod encoding;
mod error;
mod explanation;
mod job;
mod pack;
mod search;
mod states;
mod surrogates;
mod tokenizer;
mod training;

use pyo3::prelude::*;

// All classes are frozen or have locks, so a free-threaded Python may leave its GIL off.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("PYTHON_VERSION"))?;
    module.add("MorfemError", py.get_type::<error::MorfemError>())?;
    module.add("ArtifactError", py.get_type::<error::ArtifactError>())?;
    module.add("VocabularyError", py.get_type::<error::VocabularyError>())?;
    module.add("TrainingError", py.get_type::<error::TrainingError>())?;
    module.add("InexactExportError", py.get_type::<error::InexactExportError>())?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<encoding::Encoding>()?;
    module.add_class::<explanation::Explanation>()?;
    module.add_class::<explanation::Step>()?;
    module.add_class::<tokenizer::Tokenizer>()?;
    module.add_class::<tokenizer::Decoder>()?;
    module.add_class::<pack::LanguagePack>()?;
    module.add_class::<search::SearchTerms>()?;
    module.add_class::<training::ChunkCounts>()?;
    module.add_class::<training::TextKinds>()?;
    module.add_function(wrap_pyfunction!(training::trainers, module)?)?;
    module.add_function(wrap_pyfunction!(training::train, module)?)?;
    module.add_function(wrap_pyfunction!(training::extend, module)?)?;
    module.add_function(wrap_pyfunction!(training::prune, module)?)?;
    module.add_function(wrap_pyfunction!(training::from_sentencepiece, module)?)?;
    module.add_function(wrap_pyfunction!(training::from_tiktoken, module)?)?;
    module.add_function(wrap_pyfunction!(training::from_tokenizers, module)?)?;
    module.add_function(wrap_pyfunction!(argument::checked_texts, module)?)?;
    module.add_function(wrap_pyfunction!(states::tokenizers_columns, module)?)?;
    module.add_function(wrap_pyfunction!(states::tokenizers_masks, module)?)?;
    module.add_function(wrap_pyfunction!(states::tokenizers_states, module)?)?;
    module.add_function(wrap_pyfunction!(training::split, module)?)?;
    module.add_function(wrap_pyfunction!(training::trainer_splitter, module)?)?;
    module.add_function(wrap_pyfunction!(training::splitter_pattern, module)?)?;
    Ok(())
}
