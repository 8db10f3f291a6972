"""Compression: how many tokens a text needs. docs/metrics.md defines the figures.

A token that spans several words counts once, in the word where it begins. A single-character token owns exactly one visible character; it
is counted at every occurrence.
"""

import numpy as np

from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Segmentation
from ..metric import Measurement, TextMetric, register
from ..statistics import Figure, Items, constant, ratio

MANY = 4  # a word of this many tokens or more counts for `words_of_many_tokens`


@register
class Compression(TextMetric):
    """Tokens per word (fertility), per byte and per character."""

    name = "compression"
    headlines = ("fertility", "letter_fertility", "single_characters")

    def measure(self, adapter: TokenizerAdapter) -> "CompressionMeasurement":
        """Starts to count."""
        return CompressionMeasurement(adapter)


class CompressionMeasurement(Measurement):
    """The counts of one tokenizer."""

    def __init__(self, adapter: TokenizerAdapter) -> None:
        self._lines = Items(8)
        self._vocab_size = adapter.vocab_size
        self._used = np.zeros(0, bool)

    def add(self, batch: Segmentation) -> None:
        """Counts the tokens of a batch."""
        lines = len(batch.texts)
        tokens = np.diff(batch.indptr)
        characters = np.diff(batch.begins)
        encoded = [len(text.encode(errors="surrogatepass")) for text in batch.texts]
        words = np.bincount(batch.text_of[batch.words[:, 0]], minlength=lines)
        visible = np.bincount(batch.owner[(batch.owner >= 0) & ~batch.spaces], minlength=len(batch.ids))
        single = np.bincount(batch.token_text[visible == 1], minlength=lines)
        word, _ = batch.word_tokens
        word_text = batch.text_of[batch.words[:, 0]]
        many = np.bincount(word_text[np.bincount(word, minlength=len(batch.words)) >= MANY], minlength=lines)
        with_letter = np.zeros(len(batch.ids), bool)
        with_letter[batch.owner[(batch.owner >= 0) & batch.letters]] = True
        letter_tokens = np.bincount(batch.token_text[with_letter], minlength=lines)
        letter_word = np.zeros(len(batch.words), bool)
        letter_word[batch.word_of[batch.letters & (batch.word_of >= 0)]] = True
        letter_words = np.bincount(word_text[letter_word], minlength=lines)
        self._lines.add(np.stack([tokens, words, characters, encoded, single, many, letter_tokens, letter_words], 1).astype(np.float64))
        largest = int(batch.ids.max(initial=-1))
        if largest >= len(self._used):
            self._used = np.concatenate([self._used, np.zeros(largest + 1, bool)])
        self._used[batch.ids] = True

    def figures(self) -> list[Figure]:
        """fertility, letter_fertility, tokens_per_byte, characters_per_token, single_characters, words_of_many_tokens, vocabulary_used."""
        tokens, words, characters, encoded, single, many, letter_tokens, letter_words = self._lines.rows.T
        n = self._lines.n
        figures = [
            ratio("fertility", tokens, words, n, "line", -1),
            ratio("letter_fertility", letter_tokens, letter_words, n, "line", -1),
            ratio("tokens_per_byte", tokens, encoded, n, "line", -1),
            ratio("characters_per_token", characters, tokens, n, "line", 1),
            ratio("single_characters", single, tokens, n, "line", -1),
            ratio("words_of_many_tokens", many, words, n, "line", -1),
        ]
        if self._vocab_size:
            figures.append(constant("vocabulary_used", int(self._used.sum()) / self._vocab_size, n, "line", 1))
        return figures
