"""What the server computes: one method per endpoint, from a request to a dictionary. Knows nothing of HTTP."""

import math
from collections.abc import Iterator, Mapping

from .. import __version__
from .._core import Encoding, MorfemError, Tokenizer
from ..search import Analyzer
from .messages import (
    AnalyzeRequest,
    CompareRequest,
    CountRequest,
    DecodeRequest,
    DetokenizeRequest,
    EncodeRequest,
    ExplainRequest,
    Json,
    SearchTermsRequest,
    Texts,
    TokenizeRequest,
)


class UnknownTokenizerError(MorfemError):
    """The server does not offer a tokenizer of this name."""


class Service:
    """Tokenizers by name, and what they compute.

    Parameters
    ----------
    tokenizers : the tokenizers that the server offers. A request can name only these, so no request reaches a file.
    """

    def __init__(self, tokenizers: Mapping[str, Tokenizer]) -> None:
        self._tokenizers = dict(tokenizers)
        self._analyzers: dict[str, Analyzer] = {}

    def _tokenizer(self, name: str) -> Tokenizer:
        try:
            return self._tokenizers[name]
        except KeyError:
            raise UnknownTokenizerError(f"no tokenizer {name!r}; the server has {', '.join(self._tokenizers)}") from None

    def tokenizers(self) -> Json:
        """The tokenizers, and what they support."""
        described = [
            {
                "name": name,
                "kind": each.kind,
                "language": each.language,
                "version": each.version,
                "vocab_size": each.vocab_size,
                "capabilities": each.capabilities,
            }
            for name, each in self._tokenizers.items()
        ]
        return {"version": __version__, "tokenizers": described}

    def encode(self, request: EncodeRequest) -> Json:
        """Ids of texts, and their tokens if asked for."""
        tokenizer = self._tokenizer(request.tokenizer)
        results: list[Json] = []
        for text in _texts(request.text):
            if request.tokens:
                encoding = tokenizer.encode(text, parse_special=request.parse_special)
                results.append({"ids": encoding.ids, "count": len(encoding), "tokens": list(_tokens(encoding, len(encoding)))})
            else:
                ids = tokenizer.encode_ids(text, parse_special=request.parse_special).tolist()
                results.append({"ids": ids, "count": len(ids)})
        return {"tokenizer": request.tokenizer, "results": results}

    def decode(self, request: DecodeRequest) -> Json:
        """Texts of ids."""
        tokenizer = self._tokenizer(request.tokenizer)
        batch = request.ids if request.ids and isinstance(request.ids[0], list) else [request.ids]
        texts = [tokenizer.decode(ids, skip_special=request.skip_special) for ids in batch]  # type: ignore[arg-type]
        return {"tokenizer": request.tokenizer, "texts": texts}

    def count(self, request: CountRequest) -> Json:
        """Numbers of tokens."""
        texts = _texts(request.text)
        counts = {name: [len(self._tokenizer(name).encode_ids(text)) for text in texts] for name in request.tokenizers}
        return {"characters": [len(text) for text in texts], "words": [len(text.split()) for text in texts], "counts": counts}

    def compare(self, request: CompareRequest) -> Json:
        """The tokens of a text under several tokenizers."""
        results: list[Json] = []
        for name in request.tokenizers:
            tokenizer = self._tokenizer(name)
            encoding = tokenizer.encode(request.text)
            tokens = list(_tokens(encoding, request.limit))
            shape = {"kind": tokenizer.kind, "vocab_size": tokenizer.vocab_size}
            results.append({"tokenizer": name, **shape, "count": len(encoding), "tokens": tokens})
        return {"characters": len(request.text), "words": len(request.text.split()), "results": results}

    def analyze(self, request: AnalyzeRequest) -> Json:
        """The analyses of a word, best first."""
        found = self._tokenizer(request.tokenizer).analyze(request.word, request.n)
        weights = [math.exp(each.score - found[0].score) for each in found]
        analyses = [
            {
                "root": each.root,
                "part_of_speech": each.part_of_speech,
                "affixes": each.affixes,
                "glosses": each.glosses,
                "segments": each.segments,
                "score": each.score,
                "probability": weight / sum(weights),
            }
            for each, weight in zip(found, weights, strict=True)
        ]
        return {"tokenizer": request.tokenizer, "word": request.word, "analyses": analyses}

    def explain(self, request: ExplainRequest) -> Json:
        """How Splinter takes a word apart."""
        explanation = self._tokenizer(request.tokenizer).explain(request.word)
        steps = [
            {"token": step.token, "left": step.left, "positions": step.positions, "is_attested": step.is_attested}
            for step in explanation.steps
        ]
        return {
            "tokenizer": request.tokenizer,
            "word": request.word,
            "steps": steps,
            "residue": explanation.residue,
            "residue_positions": explanation.residue_positions,
            "root": explanation.root,
        }

    def search_terms(self, request: SearchTermsRequest) -> Json:
        """The terms of a document or a query."""
        analyzer = self._analyzers.get(request.tokenizer)
        if analyzer is None:
            analyzer = self._analyzers[request.tokenizer] = Analyzer(self._tokenizer(request.tokenizer))
        terms = analyzer.query(request.text) if request.is_query else analyzer.document(request.text)
        return {"tokenizer": request.tokenizer, "terms": [term._asdict() for term in terms]}

    def tokenize(self, request: TokenizeRequest) -> Json:
        """vLLM's /tokenize."""
        encoding = self._tokenizer(request.model).encode(request.prompt)
        strings = encoding.tokens if request.return_token_strs else None
        return {"count": len(encoding), "max_model_len": None, "tokens": encoding.ids, "token_strs": strings}

    def detokenize(self, request: DetokenizeRequest) -> Json:
        """vLLM's /detokenize."""
        return {"prompt": self._tokenizer(request.model).decode(request.tokens)}

    def stream(self, name: str) -> "Stream":
        """A decoder for ids that arrive one after the other."""
        return Stream(self._tokenizer(name))


class Stream:
    """Text from ids that arrive one after the other. Only text that no later id can change is returned."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._decoder = tokenizer.decoder()

    def push(self, ids: list[int]) -> str:
        """The text that has become certain."""
        return "".join(self._decoder.push(id) for id in ids)

    def finish(self) -> str:
        """The rest of the text."""
        return self._decoder.finish()


def _texts(text: Texts) -> list[str]:
    return [text] if isinstance(text, str) else text


def _tokens(encoding: Encoding, limit: int) -> Iterator[Json]:
    """The first tokens of an encoding, described."""
    positions, languages = encoding.positions, encoding.languages
    columns = zip(
        encoding.ids,
        encoding.tokens,
        encoding.kinds,
        encoding.glosses,
        encoding.surfaces,
        encoding.offsets,
        encoding.byte_offsets,
        encoding.word_ids,
        strict=True,
    )
    for index, (id, token, kind, gloss, surface, (start, end), (byte_start, byte_end), word) in enumerate(columns):
        if index == limit:
            return
        yield {
            "id": id,
            "token": token,
            "kind": kind,
            "gloss": gloss,
            "surface": surface,
            "start": start,
            "end": end,
            "byte_start": byte_start,
            "byte_end": byte_end,
            "word": word,
            "positions": positions[index] if positions is not None else None,
            "language": languages[index] if languages is not None else None,
        }
