"""Stems from inflection types, affixes that let features pass, copied vowels, and roots that join: the Finnish pack, and small ones."""

import shutil
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import languages

FINNISH = Path(languages.__file__).parent / "fi"
CASES = {
    "nominal": ["GEN", "PART", "ILL", "PL.NOM", "PL GEN", "PL PART", "PL ILL"],
    "verb": ["1SG", "PST", "COND", "POT 3SG", "IMP.3SG", "PTCP.PST", "PASS PST PERS4"],
}
# A word of each inflection type: of nominals genitive, partitive, illative, plural; of verbs the first person, past, conditional,
# potential, imperative, participle and passive past. "-" where there is no such form.
TYPES = """
nominal 1 valo valon valoa valoon valot valojen valoja valoihin
nominal 2 palvelu palvelun palvelua palveluun palvelut palvelujen palveluja palveluihin
nominal 3 valtio valtion valtiota valtioon valtiot valtioiden valtioita valtioihin
nominal 4 laatikko laatikon laatikkoa laatikkoon laatikot laatikkojen laatikkoja laatikkoihin
nominal 5 risti ristin ristiä ristiin ristit ristien ristejä risteihin
nominal 6 paperi paperin paperia paperiin paperit paperien papereja papereihin
nominal 7 ovi oven ovea oveen ovet ovien ovia oviin
nominal 8 nalle nallen nallea nalleen nallet nallejen nalleja nalleihin
nominal 9 kala kalan kalaa kalaan kalat kalojen kaloja kaloihin
nominal 10 koira koiran koiraa koiraan koirat koirien koiria koiriin
nominal 11 omena omenan omenaa omenaan omenat omenien omenia omeniin
nominal 12 kulkija kulkijan kulkijaa kulkijaan kulkijat kulkijoiden kulkijoita kulkijoihin
nominal 13 katiska katiskan katiskaa katiskaan katiskat katiskoiden katiskoita katiskoihin
nominal 14 solakka solakan solakkaa solakkaan solakat solakoiden solakoita solakkoihin
nominal 15 korkea korkean korkeaa korkeaan korkeat korkeiden korkeita korkeisiin
nominal 16 vanhempi vanhemman vanhempaa vanhempaan vanhemmat vanhempien vanhempia vanhempiin
nominal 17 vapaa vapaan vapaata vapaaseen vapaat vapaiden vapaita vapaisiin
nominal 18 maa maan maata maahan maat maiden maita maihin
nominal 19 suo suon suota suohon suot soiden soita soihin
nominal 20 filee fileen fileetä fileehen fileet fileiden fileitä fileihin
nominal 21 rosé rosén roséta roséhen rosét roséiden roséita roséihin
nominal 22 parfait' parfait'n parfait'ta parfait'hen parfait't parfait'iden parfait'ita parfait'ihin
nominal 23 tiili tiilen tiiltä tiileen tiilet tiilien tiiliä tiiliin
nominal 24 uni unen unta uneen unet unien unia uniin
nominal 25 toimi toimen tointa toimeen toimet toimien toimia toimiin
nominal 26 pieni pienen pientä pieneen pienet pienten pieniä pieniin
nominal 27 käsi käden kättä käteen kädet käsien käsiä käsiin
nominal 28 kynsi kynnen kynttä kynteen kynnet kynsien kynsiä kynsiin
nominal 29 lapsi lapsen lasta lapseen lapset lasten lapsia lapsiin
nominal 30 veitsi veitsen veistä veitseen veitset veitsien veitsiä veitsiin
nominal 31 kaksi kahden kahta kahteen kahdet kaksien kaksia kaksiin
nominal 32 sisar sisaren sisarta sisareen sisaret sisarien sisaria sisariin
nominal 33 kytkin kytkimen kytkintä kytkimeen kytkimet kytkimien kytkimiä kytkimiin
nominal 34 onneton onnettoman onnetonta onnettomaan onnettomat onnettomien onnettomia onnettomiin
nominal 35 lämmin lämpimän lämmintä lämpimään lämpimät lämpimien lämpimiä lämpimiin
nominal 36 sisin sisimmän sisintä sisimpään sisimmät sisimpien sisimpiä sisimpiin
nominal 37 vasen vasemman vasenta vasempaan vasemmat vasempien vasempia vasempiin
nominal 38 nainen naisen naista naiseen naiset naisten naisia naisiin
nominal 39 vastaus vastauksen vastausta vastaukseen vastaukset vastausten vastauksia vastauksiin
nominal 40 kalleus kalleuden kalleutta kalleuteen kalleudet kalleuksien kalleuksia kalleuksiin
nominal 41 vieras vieraan vierasta vieraaseen vieraat vieraiden vieraita vieraisiin
nominal 42 mies miehen miestä mieheen miehet miesten miehiä miehiin
nominal 43 ohut ohuen ohutta ohueen ohuet ohuiden ohuita ohuisiin
nominal 44 kevät kevään kevättä kevääseen keväät keväiden keväitä keväisiin
nominal 45 kahdeksas kahdeksannen kahdeksatta kahdeksanteen kahdeksannet kahdeksansien kahdeksansia kahdeksansiin
nominal 46 tuhat tuhannen tuhatta tuhanteen tuhannet tuhansien tuhansia tuhansiin
nominal 47 kuollut kuolleen kuollutta kuolleeseen kuolleet kuolleiden kuolleita kuolleisiin
nominal 48 hame hameen hametta hameeseen hameet hameiden hameita hameisiin
nominal 49 askel askelen askelta askeleen askelet askelien askelia askeliin
nominal 49 askele askeleen askeletta askeleeseen askeleet askeleiden askeleita askeleisiin
verb 52 sanoa sanon sanoi sanoisi sanonee sanokoon sanonut sanottiin
verb 53 muistaa muistan muisti muistaisi muistanee muistakoon muistanut muistettiin
verb 54 huutaa huudan huusi huutaisi huutanee huutakoon huutanut huudettiin
verb 55 soutaa soudan souti soutaisi soutanee soutakoon soutanut soudettiin
verb 56 kaivaa kaivan kaivoi kaivaisi kaivanee kaivakoon kaivanut kaivettiin
verb 57 saartaa saarran saarsi saartaisi saartanee saartakoon saartanut saarrettiin
verb 58 laskea lasken laski laskisi laskenee laskekoon laskenut laskettiin
verb 59 tuntea tunnen tunsi tuntisi tuntenee tuntekoon tuntenut tunnettiin
verb 60 lähteä lähden lähti lähtisi lähtenee lähteköön lähtenyt lähdettiin
verb 61 sallia sallin salli sallisi sallinee sallikoon sallinut sallittiin
verb 62 voida voin voi voisi voinee voikoon voinut voitiin
verb 63 saada saan sai saisi saanee saakoon saanut saatiin
verb 64 juoda juon joi joisi juonee juokoon juonut juotiin
verb 65 käydä käyn kävi kävisi käynee käyköön käynyt käytiin
verb 66 rohkaista rohkaisen rohkaisi rohkaisisi rohkaissee rohkaiskoon rohkaissut rohkaistiin
verb 67 tulla tulen tuli tulisi tullee tulkoon tullut tultiin
verb 68 tupakoida tupakoin tupakoi tupakoisi tupakoinee tupakoikoon tupakoinut tupakoitiin
verb 69 valita valitsen valitsi valitsisi valinnee valitkoon valinnut valittiin
verb 70 juosta juoksen juoksi juoksisi juossee juoskoon juossut juostiin
verb 71 nähdä näen näki näkisi nähnee nähköön nähnyt nähtiin
verb 72 vanheta vanhenen vanheni vanhenisi vanhennee vanhetkoon vanhennut vanhettiin
verb 73 salata salaan salasi salaisi salannee salatkoon salannut salattiin
verb 74 katketa katkean katkesi katkeaisi katkennee katketkoon katkennut katkettiin
verb 75 selvitä selviän selvisi selviäisi selvinnee selvitköön selvinnyt selvittiin
verb 76 taitaa taidan taisi taitaisi - taitakoon tainnut taidettiin
verb 77 kumajaa - kumaji kumajaisi - - - -
verb 78 kaikaa - - kaikaisi - - - -
"""


def test_a_word_of_each_inflection_type_has_its_forms() -> None:
    pack = languages.pack("fi")
    for row in TYPES.strip().splitlines():
        kind, _, word, *forms = row.split()
        for form, glosses in zip(forms, CASES[kind], strict=True):
            # Where a root may take two allomorphs, each has a gloss of its own.
            ways = [glosses.split(), *([*glosses.split()[:-1], f"{glosses.split()[-1]}:{other}"] for other in ("DEN", "IEN", "TA"))]
            assert form == "-" or form in {form for way in ways for form in inflections(pack, word, way)}, (word, glosses)


def inflections(pack: Any, word: str, glosses: list[str]) -> list[str]:
    """The forms of a word; none if an affix may not follow."""
    try:
        forms: list[str] = pack.inflections(word, glosses)
    except morfem.MorfemError:
        return []
    return forms


# Words that the types do not give, or whose grade stands in a special place.
IRREGULAR = """
aika aja+n aika+a aika+an aja+t aiko+j+en aiko+j+a aiko+i+hin
poika poja+n poika+a poika+an poja+t poik+i+en poik+i+a poik+i+in
veli velje+n velje+ä velje+en velje+t velj+i+en velj+i+ä velj+i+in
koe kokee+n koe+tta kokee+seen kokee+t koke+i+den koke+i+ta koke+i+siin
aie aikee+n aie+tta aikee+seen aikee+t aike+i+den aike+i+ta aike+i+siin
kolme kolme+n kolme+a kolme+en kolme+t kolm+i+en kolm+i+a kolm+i+in
helsinki helsingi+n helsinki+ä helsinki+in helsingi+t helsinki+en helsinke+j+ä helsinke+i+hin
"""


def test_a_grade_without_letters_has_its_place_and_irregular_words_their_forms() -> None:
    pack = languages.pack("fi")
    for row in IRREGULAR.strip().splitlines():
        word, *forms = row.split()
        for form, glosses in zip(forms, CASES["nominal"], strict=True):
            assert form.replace("+", "") in inflections(pack, word, glosses.split()), (word, glosses)
    assert pack.inflect("tarkka", ["COMP", "PL.NOM"]) == "tarkemmat"
    assert pack.inflect("esitellä", ["3SG"]) == "esittelee"


def test_the_plural_lets_the_grade_pass() -> None:
    pack = languages.pack("fi")
    assert [pack.inflect("kaupunki", ["PL", case]) for case in ("INE", "PART", "GEN", "ESS")] == [
        *("kaupungeissa", "kaupunkeja", "kaupunkien", "kaupunkeina"),
    ]
    assert [pack.inflect("antaa", ["PST", *person]) for person in ([], ["1SG"], ["3PL"])] == ["antoi", "annoin", "antoivat"]


TEXTS = [
    "Kaduilla ja kaupungeissa katuja kaupunkeja kaupunkien taloissa taloja talojen.",
    "Kirjakauppa kansanedustaja naisasia kirjakaupoissa KIRJAKAUPPA Kirjakaupoista annoin antoi vesissä vesiä veteen.",
    "Isoäidin nuorenparin nuoressaparissa nuoriaparia maahanmuutto maahan muutto pari iso äiti.",
    "Maahan tiehen työhön taloon, huoneeseen huoneisiin; sanotaan sanottiin sanottaisiin sanottu sanotuissa.",
] * 20


@pytest.fixture(scope="module")
def finnish() -> morfem.Tokenizer:
    """A small tokenizer of the Finnish pack."""
    from tests.conftest import training_texts

    return morfem.train.mft(
        TEXTS + training_texts(), pack="fi", vocab_size=1400, roots=60, merges=60, name="fi", language="fi", progress=False
    )


def test_every_word_comes_back_at_once_and_streamed(finnish: morfem.Tokenizer) -> None:
    for text in {*TEXTS, *(word for line in TEXTS for word in line.split())}:
        encoding = finnish.encode(text)
        assert finnish.decode(encoding.ids) == text
        assert "".join(encoding.surfaces).replace(" ", "") == text.replace(" ", "")
        decoder = finnish.decoder()
        assert "".join(decoder.push(id) for id in encoding.ids) + decoder.finish() == text


def test_a_root_and_a_passing_affix_wait_for_one_id_more(finnish: morfem.Tokenizer) -> None:
    root, plural, inessive, partitive = (finnish.token_to_id(token) for token in ("▁katu", "+i", "+(i)ssA", "+(i)A"))
    for last, text in ((inessive, "kaduissa"), (partitive, "katuja")):
        decoder = finnish.decoder()
        # Two ids are held back, never more.
        assert [decoder.push(root), decoder.push(plural)] == ["", ""]
        assert decoder.push(last) + decoder.finish() == text


def test_offsets_say_where_a_passing_affix_stands() -> None:
    from tests.conftest import training_texts

    tokenizer = morfem.train.mft(TEXTS + training_texts(), pack="fi", vocab_size=1200, roots=60, name="fi", language="fi", progress=False)
    assert tokenizer.encode("kaduilla").surfaces == ["kadu", "i", "lla"]
    assert tokenizer.encode("antoi").surfaces == ["anto", "i"]


def test_roots_join(finnish: morfem.Tokenizer) -> None:
    assert [segments(finnish, word) for word in ("kirjakauppa", "kansanedustaja", "naisasia", "kirjakaupoissa")] == [
        *("kirja kauppa", "kansa n edusta ja", "nais asia", "kirja kaupo i ssa"),
    ]
    # Types 50 and 51 of the word list: the first part stays, or takes the case too.
    assert [segments(finnish, word) for word in ("isoäidin", "nuorenparin", "nuoressaparissa", "nuoriaparia", "maahanmuutto")] == [
        *("iso äidi n", "nuore n pari n", "nuore ssa pari ssa", "nuor i a pari a", "maa han muutto"),
    ]
    assert [token for token in finnish.encode("naisasia").tokens if token == "<joint>"] in ([], ["<joint>"])


def segments(tokenizer: morfem.Tokenizer, word: str) -> str:
    """The parts of a word."""
    return " ".join(tokenizer.analyze(word)[0].segments)


FAULTS = {
    "a type without rows": (
        "lexicon.tsv",
        "\ntalo\tnoun\t1\t",
        "\ntalo\tnoun\t1b\t",
        'types.tsv has no type and phonology.toml has no flag "1b"',
    ),
    "an end that the type has not": (
        "lexicon.tsv",
        "\ntalo\tnoun\t1\t",
        "\ntalo\tnoun\t38\t",
        '"talo" does not end like the type 38 in types.tsv, which ends in nen',
    ),
    "a grade that the word has not": (
        "lexicon.tsv",
        "\ntalo\tnoun\t1\t",
        "\ntalo\tnoun\t1 A\t",
        '"talo" has no "kk" or "k" that its grade could change',
    ),
    "a stem that no affix asks for": (
        "types.tsv",
        "\n31\tksi\tta cons\tks>plural",
        "\n31\tksi\tta cons\tks>plurale",
        'no affix has the feature "plurale"',
    ),
    "an affix that asks for no stem": ("affixes.tsv", "weak gen", "weak gen weka", '"GEN" asks for the stem "weka", which no type gives'),
    "a sign in a stem that stands for no letter": (
        "types.tsv",
        "\n31\tksi\tta cons\tks>plural",
        "\n31\tksi\tta cons\tkX>plural",
        "'X' is neither a letter nor a harmony",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_types_is_named_with_its_place(tmp_path: Path, name: str) -> None:
    file, old, new, message = FAULTS[name]
    pack = shutil.copytree(FINNISH, tmp_path / "fi")
    text = (pack / file).read_text("utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(morfem.MorfemError) as raised:
        languages.pack(pack)
    assert message in str(raised.value)
    assert f"{file}, line " in str(raised.value)


HUNGARIAN = {
    "phonology.toml": """
[vowels]
a = "back"
"á" = "back"
o = "back"
"ó" = "back"
u = "back"
"ú" = "back"
e = "front"
"é" = "front"
i = "front"
"í" = "front"
"ö" = "round"
"ő" = "round"
"ü" = "round"
"ű" = "round"
[sounds]
consonants = "bcdfghjklmnprstvyz"
[harmony]
O = { back = "o", front = "e", round = "ö" }
E = { back = "a", front = "e", round = "e" }
[flags.low]
feature = "low"
""",
    "affixes.tsv": "gloss\tform\tclass\tfeatures\n"
    "PL\t(O)k~(E)k<low\tnoun>plural\tshort low\n"
    "ACC\t(O)t~(E)t<low\tnoun>case\tshort\nINE\tbEn\tnoun>case\t\n",
    "morphotactics.tsv": "state\taccepts\tnext\nstart\t@noun\tnoun\n"
    "noun\tPL\tplural\nnoun\t=\tplural\n"
    "plural\tACC INE\tword\nplural\t=\tword\nword\t.\t\n",
    "readings.tsv": "written\tread\n",
    "types.tsv": "type\tends\tfeatures\tstems\nlong\téz\tlow\tez>short\nfinal\ta\t\tá>short\nfinal\te\t\té>short\n",
}
HUNGARIAN_ROOTS = """
    ház low:házak, kalap:kalapok, kert:kertek, gyümölcs:gyümölcsök, asztal:asztalok, könyv low:könyvek, ember:emberek, kéz
    long:kezek, alma final:almák, körte final:körték, ajtó:ajtók, kefe final:kefék, fa final:fák, toll low:tollak, barát:barátok,
    tanár:tanárok, kép:képek, szem:szemek, füst:füstök, kör:körök, orr:orrok, nap:napok, hold:holdok, vonat:vonatok, lap:lapok,
    szék:székek, bor:borok, gép:gépek, csütörtök:csütörtökök, pont:pontok
"""


def test_linking_vowels_of_hungarian_are_tables(tmp_path: Path) -> None:
    rows = [" ".join(entry.split()).split(":") for entry in HUNGARIAN_ROOTS.split(",")]
    lexicon = "lemma\tclass\tflags\tstems\treading\tcount\n"
    lexicon += "".join(f"{lemma}\tnoun\t{flag}\t\t\t1\n" for lemma, _, flag in (row[0].partition(" ") for row in rows))
    for name, content in {**HUNGARIAN, "lexicon.tsv": lexicon}.items():
        (tmp_path / name).write_text(content, "utf-8")
    pack = languages.pack(tmp_path)
    assert [pack.inflect(row[0].split()[0], ["PL"]) for row in rows] == [row[1] for row in rows]
    assert (pack.inflect("alma", ["PL", "ACC"]), pack.inflect("kert", ["PL", "INE"])) == ("almákat", "kertekben")
