//! Parts of the core, each through its public interface.

mod bpe;
mod bpe_rule;
mod corpus;
mod corpus_counts;
mod corpus_kinds;
mod files_record;
mod files_tsv;
mod interchange;
mod result_encoding;
mod result_html;
mod run_stop;
mod search;
mod systems_morpheus_exceptions;
mod systems_morpheus_features;
mod systems_union_routing;
mod text_class;
mod text_properties;
mod text_split;
mod unigram_encode;
mod unigram_factors;
mod unigram_over;
mod unigram_prune;
mod unigram_seeds;
mod unigram_train;
mod unigram_unit_rule;
mod vocab;
