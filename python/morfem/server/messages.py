"""The requests and responses of the server, as pydantic models. The OpenAPI description is made from them."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MOST_TEXTS = 1_000
MOST_TOKENIZERS = 4
MOST_ANALYSES = 20
LONGEST_WORD = 200
MOST_SEARCHED = 100_000  # characters; every word has several terms

# Without fail_fast there would be an error for each of a million ids that are none.
Ids = Annotated[list[Annotated[int, Field(ge=-(2**63), lt=2**63, strict=True)]], Field(fail_fast=True)]
Batch = Annotated[list[Ids], Field(max_length=MOST_TEXTS, fail_fast=True)]
Texts = str | Annotated[list[str], Field(max_length=MOST_TEXTS)]
Word = Annotated[str, Field(min_length=1, max_length=LONGEST_WORD)]
Names = Annotated[list[str], Field(min_length=1, max_length=MOST_TOKENIZERS)]


class Request(BaseModel):
    """A request. Unknown fields are refused, because they are usually misspelled."""

    model_config = ConfigDict(extra="forbid", strict=True)


class EncodeRequest(Request):
    """Texts to encode."""

    tokenizer: str = Field(description="name of a tokenizer, as /v1/tokenizers lists it")
    text: Texts = Field(description="a text, or a list of texts")
    parse_special: bool = Field(False, description="whether specials such as <s> in a text become their ids")
    tokens: bool = Field(False, description="whether to describe each token: string, kind, gloss and offsets")


class Token(BaseModel):
    """A token of a text."""

    id: int
    token: str
    kind: str
    gloss: str | None
    surface: str = Field(description="the text of the token")
    start: int = Field(description="first code point; with positions, the start of their hull")
    end: int
    byte_start: int
    byte_end: int
    word: int | None = Field(description="index of the white-space word, None for tokens outside words")
    positions: list[int] | None = Field(description="the code points of the token where they interleave (Splinter, also in a union)")
    language: str | None = Field(description="in a union, the language whose system writes the token, None for general text")


class Encoded(BaseModel):
    """The tokens of one text."""

    ids: list[int]
    count: int
    tokens: list[Token] | None = None


class EncodeResponse(BaseModel):
    """The tokens of each text, in order."""

    tokenizer: str
    results: list[Encoded]


class DecodeRequest(Request):
    """Ids to decode."""

    tokenizer: str
    ids: Ids | Batch = Field(description="ids of a text, or a list of such lists")
    skip_special: bool = False


class DecodeResponse(BaseModel):
    """The text of each list of ids."""

    tokenizer: str
    texts: list[str]


class StreamStart(Request):
    """The first line of a stream of ids."""

    tokenizer: str


class CountRequest(Request):
    """Texts whose tokens are counted."""

    tokenizers: Names
    text: Texts


class CountResponse(BaseModel):
    """Numbers of tokens by tokenizer, for each text; and the numbers of characters and white-space words."""

    characters: list[int]
    words: list[int]
    counts: dict[str, list[int]]


class CompareRequest(Request):
    """A text to encode with several tokenizers."""

    tokenizers: Names
    text: str
    limit: int = Field(5_000, ge=1, le=100_000, description="the most tokens to describe per tokenizer")


class Compared(BaseModel):
    """The tokens of the text under one tokenizer. `tokens` may be cut short; `count` counts all."""

    tokenizer: str
    kind: str
    vocab_size: int
    count: int
    tokens: list[Token]


class CompareResponse(BaseModel):
    """A text under several tokenizers."""

    characters: int
    words: int
    results: list[Compared]


class AnalyzeRequest(Request):
    """A word to analyse."""

    tokenizer: str
    word: Word
    n: int = Field(5, ge=1, le=MOST_ANALYSES, description="the most analyses to return")


class WordAnalysis(BaseModel):
    """One analysis. `probability` is its share among the analyses returned."""

    root: str
    part_of_speech: str | None
    affixes: list[str]
    glosses: list[str]
    segments: list[str]
    score: float = Field(description="natural logarithm of a probability, in nats, plus the bonus of the grammar")
    probability: float


class AnalyzeResponse(BaseModel):
    """The analyses of a word, best first."""

    tokenizer: str
    word: str
    analyses: list[WordAnalysis]


class ExplainRequest(Request):
    """A word that Splinter takes apart."""

    tokenizer: str
    word: Word


class ExplanationStep(BaseModel):
    """One step: the token removed, what is left, and the code points of the word that are left."""

    token: str
    left: str
    positions: list[int]
    is_attested: bool


class ExplainResponse(BaseModel):
    """How Splinter takes a word apart."""

    tokenizer: str
    word: str
    steps: list[ExplanationStep]
    residue: str
    residue_positions: list[int]
    root: str | None


class ParadigmRequest(Request):
    """A root whose forms are wanted."""

    tokenizer: str
    root: Word
    tags: list[str] = Field([], max_length=20, description="glosses of affixes that already follow the root, such as PL")


class ParadigmResponse(BaseModel):
    """The forms of a root, by the gloss of the affix that they end in."""

    tokenizer: str
    root: str
    forms: dict[str, list[str]]


class SearchTermsRequest(Request):
    """A document or a query whose terms an index needs."""

    tokenizer: str
    text: str = Field(max_length=MOST_SEARCHED)
    is_query: bool = Field(False, description="whether the text is a query; its terms have weights")


class SearchTerm(BaseModel):
    """One term. Several terms of one word have the same position and span."""

    text: str
    weight: float
    position: int = Field(description="index of the word, from 0")
    start: int = Field(description="first code point of the word")
    end: int
    field: str = Field(description="what of the word it is, such as root or stem")


class SearchTermsResponse(BaseModel):
    """The terms, in order of the words."""

    tokenizer: str
    terms: list[SearchTerm]


class TokenizerInfo(BaseModel):
    """A tokenizer that the server offers."""

    name: str
    kind: str
    language: str | None
    version: int | None
    vocab_size: int
    capabilities: list[str] = Field(description="methods that only some systems have, and this tokenizer has, such as analyze")
    search_terms: bool = Field(description="whether its language has a search table")


class TokenizersResponse(BaseModel):
    """The tokenizers that the server offers."""

    version: str
    tokenizers: list[TokenizerInfo]


class TokenizeRequest(BaseModel):
    """The request of vLLM's /tokenize. Fields of vLLM that do not concern a plain prompt are ignored."""

    model: str
    prompt: str
    add_special_tokens: bool = Field(True, description="accepted for vLLM's clients; these tokenizers add no specials by themselves")
    return_token_strs: bool = False


class TokenizeResponse(BaseModel):
    """The response of vLLM's /tokenize. `max_model_len` is null, because there is no model."""

    count: int
    max_model_len: int | None = None
    tokens: list[int]
    token_strs: list[str] | None = None


class DetokenizeRequest(BaseModel):
    """The request of vLLM's /detokenize."""

    model: str
    tokens: Ids


class DetokenizeResponse(BaseModel):
    """The response of vLLM's /detokenize."""

    prompt: str


class ErrorDetail(BaseModel):
    """What was wrong and how to fix it."""

    type: str
    message: str


class ErrorResponse(BaseModel):
    """The response to a request that failed."""

    error: ErrorDetail


Json = dict[str, Any]
