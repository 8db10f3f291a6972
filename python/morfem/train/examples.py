"""An example for the documentation of each trainer, with a corpus and a vocabulary that are far smaller than in use."""

EXAMPLES = {
    "bpe": """
>>> from morfem import train
>>> tokenizer = train.bpe(["kitap", "kitaplar", "kitapta"], vocab_size=264, progress=False)
>>> tokenizer.encode("kitap!").tokens
['kitap', '<0x21>']
""",
    "unigram": """
>>> from morfem import train
>>> tokenizer = train.unigram(["kitap", "kitaplar", "kitapta"], vocab_size=262, progress=False)
>>> tokenizer.encode("kitapta").tokens
['kitap', 'ta']
""",
    "thunder": """
>>> from morfem import train
>>> tokenizer = train.thunder(["책을 읽었습니다.", "책이 있습니다.", "책은 집에 있었습니다."], vocab_size=270, progress=False)
>>> tokenizer.encode("책을 읽었습니다.").tokens
['책', '을', '<0x20>', '읽', '었습니다.']
""",
    "mft": """
>>> from pathlib import Path
>>> import morfem
>>> corpus = Path(morfem.__file__).parent / "evaluate" / "suites" / "own" / "tr.txt"
>>> tokenizer = morfem.train.mft(corpus, pack="tr", roots=500, vocab_size=1040, progress=False)
>>> tokenizer.encode("Evlerden geldi.").tokens
['<title>', '▁ev', '+lAr', '+DAn', '▁gel', '+DI', '.']
""",
    "splinter": """
>>> from pathlib import Path
>>> import morfem
>>> corpus = Path(morfem.__file__).parent / "evaluate" / "suites" / "own" / "he.txt"
>>> tokenizer = morfem.train.splinter(corpus, alphabet="he", min_count=1, vocab_size=600, progress=False)
>>> tokenizer.encode("ספרים").tokens
['▁ס', 'פ', 'ר', '+-1:מ·+-2:י']
""",
    "morpheus": """
>>> from morfem import train
>>> corpus = {"kitap": 60, "kitaplar": 40, "kitapta": 30, "ev": 50, "evler": 30, "evlerde": 20}
>>> tokenizer = train.morpheus(corpus, pack="tr", vocab_size=364, progress=False)
>>> tokenizer.encode("evlerde").tokens
['▁ev', 'ler', 'de']
""",
    "union": """
>>> from morfem import train
>>> tokenizer = train.union(["tr-mft", "he-splinter"], vocab_size=40_000, progress=False)
>>> tokenizer.encode("evlerde בבית").tokens
['▁ev/tr', '+lAr', '+DA', '+ב-·▁בית']
""",
}
