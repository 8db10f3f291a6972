//! The messages of a `.model` file, with the field numbers of `sentencepiece_model.proto`.

use prost::Message;

#[derive(Clone, PartialEq, Message)]
pub(super) struct ModelProto {
    #[prost(message, repeated, tag = "1")]
    pub pieces: Vec<Piece>,
    #[prost(message, optional, tag = "2")]
    pub trainer_spec: Option<TrainerSpec>,
    #[prost(message, optional, tag = "3")]
    pub normalizer_spec: Option<NormalizerSpec>,
    #[prost(message, optional, tag = "5")]
    pub denormalizer_spec: Option<NormalizerSpec>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Piece {
    #[prost(string, optional, tag = "1")]
    pub piece: Option<String>,
    #[prost(float, optional, tag = "2")]
    pub score: Option<f32>,
    #[prost(enumeration = "Type", optional, tag = "3", default = "Normal")]
    pub kind: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, prost::Enumeration)]
#[repr(i32)]
pub(super) enum Type {
    Normal = 1,
    Unknown = 2,
    Control = 3,
    UserDefined = 4,
    Unused = 5,
    Byte = 6,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TrainerSpec {
    #[prost(enumeration = "ModelType", optional, tag = "3", default = "Unigram")]
    pub model_type: Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub vocab_size: Option<i32>,
    #[prost(bool, optional, tag = "24", default = "false")]
    pub treat_whitespace_as_suffix: Option<bool>,
    #[prost(bool, optional, tag = "35", default = "false")]
    pub byte_fallback: Option<bool>,
    #[prost(int32, optional, tag = "40")]
    pub unk_id: Option<i32>,
    #[prost(int32, optional, tag = "41")]
    pub bos_id: Option<i32>,
    #[prost(int32, optional, tag = "42")]
    pub eos_id: Option<i32>,
    #[prost(int32, optional, tag = "43")]
    pub pad_id: Option<i32>,
    #[prost(string, optional, tag = "45", default = "<unk>")]
    pub unk_piece: Option<String>,
    #[prost(string, optional, tag = "46", default = "<s>")]
    pub bos_piece: Option<String>,
    #[prost(string, optional, tag = "47", default = "</s>")]
    pub eos_piece: Option<String>,
    #[prost(string, optional, tag = "48", default = "<pad>")]
    pub pad_piece: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, prost::Enumeration)]
#[repr(i32)]
pub(super) enum ModelType {
    Unigram = 1,
    Bpe = 2,
    Word = 3,
    Char = 4,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct NormalizerSpec {
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub precompiled_charsmap: Option<Vec<u8>>,
    #[prost(bool, optional, tag = "3", default = "true")]
    pub add_dummy_prefix: Option<bool>,
    #[prost(bool, optional, tag = "4", default = "true")]
    pub remove_extra_whitespaces: Option<bool>,
    #[prost(bool, optional, tag = "5", default = "true")]
    pub escape_whitespaces: Option<bool>,
}

/// The bytes of a Unigram model with byte fallback that alters no text; `specials` says which pieces have a meaning to the program.
pub(super) fn written(pieces: Vec<Piece>, specials: TrainerSpec, space_before: bool) -> Vec<u8> {
    let trainer_spec = TrainerSpec {
        model_type: Some(ModelType::Unigram as i32),
        vocab_size: Some(pieces.len() as i32),
        byte_fallback: Some(true),
        ..specials
    };
    let normalizer_spec = NormalizerSpec {
        name: Some("identity".into()),
        add_dummy_prefix: Some(space_before),
        remove_extra_whitespaces: Some(false),
        ..NormalizerSpec::default()
    };
    let model = ModelProto { pieces, trainer_spec: Some(trainer_spec), normalizer_spec: Some(normalizer_spec), denormalizer_spec: None };
    model.encode_to_vec()
}

/// A piece.
pub(super) fn piece(text: String, score: f64, kind: Type) -> Piece {
    Piece { piece: Some(text), score: Some(score as f32), kind: Some(kind as i32) }
}
