"""The sound that meN- and peN- swallow: tulis is one unit, with one id, in tulis, ditulis, menulis and penulis."""

from tests.phenomena.splinter import Language, cells


def units(malay: Language, text: str) -> list[str]:
    """The units of the tokens of a text, as strings."""
    tokenizer = malay.tokenizer
    parts = [tokenizer.units(id) or [id] for id in tokenizer.encode_ids(text).tolist()]
    return [tokenizer.id_to_token(unit) for part in parts for unit in part]


@cells(
    """
    menulis  +men[t]-  tulis
    penulis  +pen[t]-  tulis
    memakai  +mem[p]-  pakai
    pemakai  +pem[p]-  pakai
    menyapu  +meny[s]-  sapu
    penyimpan  +peny[s]-  simpan
    mengirim  +meng[k]-  kirim
    pengirim  +peng[k]-  kirim
    memandang  +mem[p]-  pandang
    menolong  +men[t]-  tolong
    menyewa  +meny[s]-  sewa
    pemrosesan  +pem[p]-  proses
    memperbaiki  +mem-  baik
    perkenalkan  +per-  kenal
    pemberontakan  +pem-  berontak
    pengawal  +peng[k]-  kawal
    mengemas  +meng[k]-  kemas
    menaiki  +me-  naik
    mengerikan  +me-  ngeri
    mengesyaki  +menge-  syak
    mengekang  +meng[k]-  kekang
    memiliki  +me-  milik
    terasa  +te-  rasa
    terendah  +te-  rendah
    membaca  +mem-  baca
    ditulis  +di-  tulis
    """,
    "word",
    "prefix",
    "root",
)
def test_the_root_is_one_unit(malay: Language, word: str, prefix: str, root: str) -> None:
    explanation = malay.tokenizer.explain(word)
    assert explanation.root == root
    assert word[explanation.residue_positions[0] :].startswith(root[len(root) - len(explanation.residue_positions) :])
    assert [prefix, f"▁{root}"] == [unit for unit in units(malay, word) if unit in (prefix, f"▁{root}")]
    for text in (word, word.capitalize(), word.upper(), malay.sentence.format(word)):
        assert malay.comes_back(text)


@cells(
    """
    dari  dari
    mereka  mereka
    tetapi  tetapi
    kertas  kertas
    universiti  universiti
    Disember  disember
    seksyen  seksyen
    beliau  beliau
    masalahnya  masalah
    himpun  himpun
    dingin  dingin
    sektor  sektor
    terminal  terminal
    permisi  permisi
    istilah  istilah
    Maluku  maluku
    papan  papan
    heran  heran
    bangku  bangku
    naskah  naskah
    silsilah  silsilah
    kuman  kuman
    dinas  dinas
    peribahasa  peribahasa
    selat  selat
    terowong  terowong
    serunai  serunai
    Tioman  tioman
    Rasulullah  rasulullah
    """,
    "word",
    "stem",
)
def test_what_only_looks_like_an_affix_is_in_the_stem(malay: Language, word: str, stem: str) -> None:
    assert f"▁{stem}" in units(malay, word)


@cells(
    """
    menulas  menulas
    mempertanggungjawabkan  mempertanggungjawabkan
    menn  menn
    MENULISkan  MENULISkan
    men  men
    mengg-tulis  mengg-tulis
    """,
    "word",
    "same",
)
def test_what_has_no_root_comes_back(malay: Language, word: str, same: str) -> None:
    assert malay.comes_back(word)
    assert malay.comes_back(malay.sentence.format(same))
