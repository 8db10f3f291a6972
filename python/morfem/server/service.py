"""What the server computes: one method per endpoint, from a request to a dictionary. Knows nothing of HTTP."""

import contextlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence

from .. import __version__
from .._core import Encoding, MorfemError, Tokenizer, VocabularyError
from ..described import analysis, explanation
from ..search import Analyzer, available
from . import messages as m
from .limits import Limits

BLOCK = 8_192  # ids whose text is measured at a time
WORD = re.compile(r"\S+")


class UnknownTokenizerError(MorfemError):
    """The server does not offer a tokenizer of this name."""


class Service:
    """Tokenizers by name, and what they compute. A request can name only these, so no request reaches a file.

    A request beyond the limits is refused before Python objects are made for its tokens.
    """

    def __init__(self, tokenizers: Mapping[str, Tokenizer], limits: Limits) -> None:
        self._tokenizers = dict(tokenizers)
        self._limits = limits
        self._analyzers: dict[str, Analyzer] = {}

    def _tokenizer(self, name: str) -> Tokenizer:
        try:
            return self._tokenizers[name]
        except KeyError:
            raise UnknownTokenizerError(f"no tokenizer {name!r}; the server has {', '.join(self._tokenizers)}") from None

    def tokenizers(self) -> m.Json:
        """The tokenizers, and what they support."""
        described = []
        for name, each in self._tokenizers.items():
            found = {field: getattr(each, field) for field in ("kind", "language", "version", "vocab_size", "capabilities")}
            described.append({"name": name, **found, "search_terms": each.language in available()})
        return {"version": __version__, "tokenizers": described}

    def encode(self, request: m.EncodeRequest) -> m.Json:
        """Ids of texts, and their tokens if asked for."""
        tokenizer = self._tokenizer(request.tokenizer)
        texts = _texts(request.text)
        ids = [tokenizer.encode_ids(text, parse_special=request.parse_special) for text in texts]
        count = sum(map(len, ids))
        self._limits.check_ids(count)
        results: list[m.Json] = [{"ids": each.tolist(), "count": len(each)} for each in ids]
        if request.tokens:
            self._limits.check_tokens(count)
            for result, text in zip(results, texts, strict=True):
                result["tokens"] = _tokens(tokenizer.encode(text, parse_special=request.parse_special))
        return {"tokenizer": request.tokenizer, "results": results}

    def decode(self, request: m.DecodeRequest) -> m.Json:
        """Texts of ids."""
        tokenizer = self._tokenizer(request.tokenizer)
        batch: list[list[int]] = request.ids if request.ids and isinstance(request.ids[0], list) else [request.ids]  # type: ignore[list-item]
        return {"tokenizer": request.tokenizer, "texts": self._decoded(tokenizer, batch, request.skip_special)}

    def _decoded(self, tokenizer: Tokenizer, batch: Sequence[Sequence[int]], skip_special: bool) -> list[str]:
        """The texts of lists of ids. An id may stand for many letters, so the size of a long text is measured first, part by part."""
        self._limits.check_ids(sum(map(len, batch)))
        texts: list[str] = []
        size = 0
        for ids in batch:
            known = size
            # An id that is out of range is named below, with its place in the whole list.
            with contextlib.suppress(VocabularyError):
                for start in range(0, len(ids) if len(ids) > BLOCK else 0, BLOCK):
                    known += len(tokenizer.decode_bytes(ids[start : start + BLOCK], skip_special=skip_special))
                    self._limits.check_answer(known)
            texts.append(tokenizer.decode(ids, skip_special=skip_special))
            size += len(texts[-1])
            self._limits.check_answer(size)
        return texts

    def count(self, request: m.CountRequest) -> m.Json:
        """Numbers of tokens."""
        texts = _texts(request.text)
        counts = {name: [self._tokenizer(name).count(text) for text in texts] for name in request.tokenizers}
        return {"characters": [len(text) for text in texts], "words": [_words(text) for text in texts], "counts": counts}

    def compare(self, request: m.CompareRequest) -> m.Json:
        """The tokens of a text under several tokenizers."""
        results: list[m.Json] = []
        ids = tokens = 0
        for name in request.tokenizers:
            tokenizer = self._tokenizer(name)
            count = tokenizer.count(request.text)
            ids += count
            tokens += min(count, request.limit)
            self._limits.check_ids(ids)
            self._limits.check_tokens(tokens)
            shown = tokenizer.encode(request.text).head(request.limit)
            shape = {"kind": tokenizer.kind, "vocab_size": tokenizer.vocab_size}
            results.append({"tokenizer": name, **shape, "count": count, "tokens": _tokens(shown)})
        return {"characters": len(request.text), "words": _words(request.text), "results": results}

    def analyze(self, request: m.AnalyzeRequest) -> m.Json:
        """The analyses of a word, best first."""
        found = self._tokenizer(request.tokenizer).analyze(request.word, request.n)
        weights = [math.exp(each.score - found[0].score) for each in found]
        analyses = [{**analysis(each), "probability": weight / sum(weights)} for each, weight in zip(found, weights, strict=True)]
        return {"tokenizer": request.tokenizer, "word": request.word, "analyses": analyses}

    def explain(self, request: m.ExplainRequest) -> m.Json:
        """How Splinter takes a word apart."""
        found = self._tokenizer(request.tokenizer).explain(request.word)
        return {"tokenizer": request.tokenizer, "word": request.word, **explanation(found)}

    def paradigm(self, request: m.ParadigmRequest) -> m.Json:
        """The forms of a root, by the affix that they end in. Affixes that end no word are left out."""
        forms = self._tokenizer(request.tokenizer).paradigm(request.root, request.tags)
        return {"tokenizer": request.tokenizer, "root": request.root, "forms": {gloss: each for gloss, each in forms.items() if each}}

    def search_terms(self, request: m.SearchTermsRequest) -> m.Json:
        """The terms of a document or a query."""
        analyzer = self._analyzers.get(request.tokenizer)
        if analyzer is None:
            analyzer = self._analyzers[request.tokenizer] = Analyzer(self._tokenizer(request.tokenizer))
        terms = analyzer.query(request.text) if request.is_query else analyzer.document(request.text)
        return {"tokenizer": request.tokenizer, "terms": [term._asdict() for term in terms]}

    def tokenize(self, request: m.TokenizeRequest) -> m.Json:
        """vLLM's /tokenize."""
        tokenizer = self._tokenizer(request.model)
        ids = tokenizer.encode_ids(request.prompt)
        self._limits.check_ids(len(ids))
        strings = None
        if request.return_token_strs:
            self._limits.check_tokens(len(ids))
            strings = map(tokenizer.id_to_token, ids.tolist())
        return {"count": len(ids), "max_model_len": None, "tokens": ids.tolist(), "token_strs": strings}

    def detokenize(self, request: m.DetokenizeRequest) -> m.Json:
        """vLLM's /detokenize."""
        (text,) = self._decoded(self._tokenizer(request.model), [request.tokens], False)
        return {"prompt": text}

    def stream(self, name: str) -> "Stream":
        """A decoder for ids that arrive one after the other."""
        return Stream(self._tokenizer(name), self._limits)


class Stream:
    """Text from ids that arrive one after the other. Only text that no later id can change is returned."""

    def __init__(self, tokenizer: Tokenizer, limits: Limits) -> None:
        self._decoder = tokenizer.decoder()
        self._limits = limits

    def push(self, ids: list[int]) -> str:
        """The text that has become certain."""
        parts: list[str] = []
        size = 0
        for id in ids:
            parts.append(self._decoder.push(id))
            size += len(parts[-1].encode())
            self._limits.check_answer(size)
        return "".join(parts)

    def finish(self) -> str:
        """The rest of the text."""
        return self._decoder.finish()


def _texts(text: m.Texts) -> list[str]:
    return [text] if isinstance(text, str) else text


def _words(text: str) -> int:
    """The number of white-space words."""
    return sum(1 for _ in WORD.finditer(text))


def _tokens(encoding: Encoding) -> Iterator[m.Json]:
    """The tokens of an encoding, each described when its turn comes to be written."""
    nothing = [None] * len(encoding)
    texts = zip(encoding.ids, encoding.tokens, encoding.kinds, encoding.glosses, encoding.surfaces, strict=True)
    spans = zip(encoding.offsets, encoding.byte_offsets, strict=True)
    places = zip(encoding.word_ids, encoding.positions or nothing, encoding.languages or nothing, strict=True)
    for text, (span, in_bytes), place in zip(texts, spans, places, strict=True):
        yield dict(zip(m.Token.model_fields, (*text, *span, *in_bytes, *place), strict=True))
