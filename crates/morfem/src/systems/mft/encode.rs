//! From a chunk to ids.
//!
//! A chunk is a word or number with its affixes, or the text between words, together with one space before it. The encoder tries these
//! ways in order, decodes each result, and takes the first that gives the chunk back exactly:
//! 1. a root, or an unknown stem in pieces, then affixes; marks say where a letter is a capital or repeated, where no space is
//!    written, where the word is typed without letters that a keyboard may lack, and where the affixes follow another harmony;
//! 2. parts of one case each (JavaScript, iPhone'u), in small letters with marks for capitals: units if the part has an analysis, else
//!    pieces;
//! 3. pieces of the chunk as it is written;
//! 4. bytes.
//!
//! For mixed text (splitters `inflected_mixed`, `inflected_colon` and `inflected_hyphen`), a chunk of two or more characters that is a piece
//! is that piece. A chunk without a root, or of changing case, is written in the pieces of its own spelling where these are fewer, unless
//! affixes follow an apostrophe.
//!
//! Bytes are written unchanged, so the last way cannot fail. The ids of a chunk depend on the chunk and on one bit of the text to its left:
//! whether a space is implied there.

use std::ops::Range;

use once_cell::race::OnceBox;
use rustc_hash::{FxHashMap, FxHashSet};

use super::context::Context as Neighbours;
use super::grammar::{Analysis, Grammar, LONGEST, LatticeBuffers, Part, Reading, Respelled};
use super::joined::JoinedWords;
use super::options::MergeScope;
use super::phonology::{Context, Features, Sound};
use super::token::{LOOK_BACK, Mark, Token, Writer};
use super::vocabulary::{Roots, added_roots, affix_names, tokens};
use crate::files::record::Files;
use crate::result::encoding::Encoding;
use crate::run::draw::Draw;
use crate::surface::apostrophe::STRAIGHT;
use crate::surface::casing::{DOTLESS, PLAIN};
use crate::surface::marks::SpaceBefore;
use crate::surface::word::{Chunk, WordBuffers, most_pieces};
use crate::surface::{Case, Fallback, WordEncoder, WordShape};
use crate::text::{Class, UNITS, class};
use crate::vocab::Vocabulary;
use crate::vocab::excerpt::Excerpt;

/// Number of analyses among which one is drawn.
const DRAWN: usize = 8;

/// A model, ready to encode.
pub struct Mft {
    pub grammar: Grammar,
    /// Chooses among analyses in a sentence.
    pub context: Neighbours,
    /// For each id, what it stands for and how it is written; `texts` holds the bytes of all of them.
    spellings: Vec<Spelling>,
    texts: Vec<u8>,
    /// The same for the roots that were added behind all other ids.
    added: FxHashMap<u32, Spelling>,
    /// The marks, and the fallback model.
    pub words: WordEncoder,
    /// The files of its language pack.
    pub files: Files,
    roots: Vec<Option<u32>>,
    affixes: Vec<Option<u32>>,
    pub(super) affix_names: Vec<String>,
    harmonies: Vec<u32>,
    pieces: FxHashMap<Vec<u8>, u32>,
    /// The mark `<lower>`: the next root is a name, but written without its capital.
    lower: u32,
    /// The mark `<joint>`, if a word of the language may have several roots.
    joint: Option<u32>,
    /// The marks of each way in which a word may be typed: `<plain>`, `<dotless>`, or both, as far as the language has them.
    typed: Vec<Vec<u32>>,
    /// The mark `<accent>`, if the language has roots with accents, and the rows that need it.
    accent: Option<u32>,
    accented: FxHashSet<u32>,
    /// The marks `<long>` and `<again>`, if letters may be repeated.
    elongation: Option<[u32; 2]>,
    /// Made when the first merged id is written.
    joined: OnceBox<JoinedWords>,
}

/// Buffers of an MFT encoder.
#[derive(Default)]
pub struct MftBuffers {
    lattice: LatticeBuffers,
    pub(super) words: WordBuffers,
    written: Vec<u8>,
    small: String,
    /// The words of the next chunks in small letters, one after the other.
    smalls: String,
    prepared: Vec<PreparedChunk>,
}

impl MftBuffers {
    /// Forgets the prepared chunks.
    pub fn forget(&mut self) {
        self.smalls.clear();
        self.prepared.clear();
    }
}

/// A chunk that was prepared before it is encoded.
struct PreparedChunk {
    /// Where it begins in its text.
    start: usize,
    shape: Option<WordShape>,
    /// Its word in small letters, if it has a shape, in [`MftBuffers::smalls`].
    small: Range<usize>,
}

/// How an id is written, as far as this does not depend on its neighbours.
struct Spelling {
    token: Token,
    begin: u32,
    end: u32,
    /// How it is capitalised if no mark says otherwise.
    case: Case,
    /// For a root with one form: the context after it, and its features.
    left: Option<Context>,
    features: Features,
}

/// The spellings of all ids, in the order of the ids. Frequent ids are neighbours, so running text uses a small part of the memory.
fn spellings(grammar: &Grammar, tokens: &[Token], vocabulary: &Vocabulary, texts: &mut Vec<u8>) -> Vec<Spelling> {
    let spelling = |(id, &token): (u32, &Token)| {
        let begin = texts.len() as u32;
        let (mut left, mut features, mut case) = (None, 0, Case::Lower);
        match token {
            Token::Special | Token::Text => texts.extend_from_slice(vocabulary.bytes(id)),
            Token::Initial => texts.extend_from_slice(&vocabulary.bytes(id)[1..]),
            Token::Root(row) => {
                let root = &grammar.pack.roots[row as usize];
                let unit = &root.unit;
                if root.is_capital {
                    case = Case::Title;
                }
                if unit.forms.len() == 1 {
                    let start = Context { harmony: unit.starts, last: Sound::None };
                    let (surface, context) = grammar.pack.phonology.realised(unit, 0, start);
                    texts.extend_from_slice(surface.as_bytes());
                    (left, features) = (Some(context), unit.features);
                }
            }
            Token::Mark(_) | Token::Affix(_) => {}
        }
        Spelling { token, begin, end: texts.len() as u32, case, left, features }
    };
    (0..).zip(tokens).map(spelling).collect()
}

/// Whether a word has no apostrophe, its space is as the text before it implies, and no letter or the first is a capital that the mark of
/// capitals writes. That mark ends at a character that is not a letter, such as ⓐ.
fn is_simple(chunk: Chunk, shape: WordShape, small: &str) -> bool {
    let is_written = match shape.cases[0] {
        Case::Lower => true,
        Case::Title => small.chars().next().is_some_and(|first| class(first) == Class::Letter),
        Case::Upper => false,
    };
    is_written && shape.apostrophe.is_none() && chunk.space.is_there == chunk.space.is_implied
}

impl Mft {
    /// A model from its language and its vocabulary; `is_mixed` says whether that is made for mixed text.
    ///
    /// # Errors
    /// A sentence that says what does not match.
    pub fn assembled(
        grammar: Grammar,
        roots: &Roots,
        vocabulary: &Vocabulary,
        fallback: Fallback,
        files: Files,
        added: &[(u32, &[u8])],
        is_mixed: bool,
    ) -> std::result::Result<Self, String> {
        let (tokens, mut ids) = tokens(&grammar.pack, roots, vocabulary, is_mixed)?;
        let added = added_roots(roots, &mut ids, added)?;
        let is_accented = |&(row, &group): &(usize, &usize)| {
            let first = roots.plain_of[group].map(|plain| roots.firsts[plain] as usize);
            first.is_some_and(|first| ids[first].is_some() && ids[first] == ids[row])
        };
        let accented = roots.group_of.iter().enumerate().filter(is_accented).map(|(row, _)| row as u32).collect();
        let context = Neighbours::new(&grammar.pack, &files).map_err(|error| error.to_string())?;
        let mut encoder = Mft::new(grammar, vocabulary, tokens, ids, fallback, files)?;
        encoder.context = context;
        encoder.accented = accented;
        let (added, rows): (Vec<u32>, Vec<Token>) = added.into_iter().map(|(id, row)| (id, Token::Root(row))).unzip();
        encoder.added = added.into_iter().zip(spellings(&encoder.grammar, &rows, vocabulary, &mut encoder.texts)).collect();
        encoder.words.is_mixed = is_mixed;
        Ok(encoder)
    }

    /// A model over a vocabulary. `roots` has the id of each row of the lexicon.
    ///
    /// # Errors
    /// A sentence that says which mark is missing.
    pub fn new(
        grammar: Grammar,
        vocabulary: &Vocabulary,
        tokens: Vec<Token>,
        roots: Vec<Option<u32>>,
        fallback: Fallback,
        files: Files,
    ) -> std::result::Result<Self, String> {
        let find = |token: Token| tokens.iter().position(|known| *known == token).map(|id| id as u32);
        let mark = |mark: Mark| find(Token::Mark(mark)).ok_or_else(|| format!("there is no mark for {mark:?}"));
        let [lower, title, upper] = [Case::Lower, Case::Title, Case::Upper].map(|case| mark(Mark::Case(case)));
        let (lower, title, upper) = (lower?, title?, upper?);
        let plain = if grammar.pack.casing.has_plain() { Some(mark(Mark::Fold(PLAIN))?) } else { None };
        let dotless = if grammar.pack.casing.has_dotless() { Some(mark(Mark::Fold(DOTLESS))?) } else { None };
        let both = plain.zip(dotless).map(|(plain, dotless)| vec![plain, dotless]);
        let typed = plain.into_iter().chain(dotless).map(|mark| vec![mark]).chain(both).collect();
        let accent = if grammar.pack.accent.is_some() { Some(mark(Mark::Accent)?) } else { None };
        let elongation = if grammar.pack.elongates { Some([mark(Mark::Long)?, mark(Mark::Again)?]) } else { None };
        let joint = if grammar.pack.joint.features != 0 { Some(mark(Mark::Joint)?) } else { None };
        let harmonies = (0..grammar.pack.phonology.classes.len() as u8)
            .map(|class| mark(Mark::Harmony(class)))
            .collect::<std::result::Result<_, _>>()?;
        let join = mark(Mark::Join)?;
        let mut affixes = vec![None; grammar.pack.affixes.len()];
        let is_piece = |token: &&Token| matches!(token, Token::Text | Token::Initial);
        let mut pieces = FxHashMap::with_capacity_and_hasher(tokens.iter().filter(is_piece).count(), Default::default());
        for (id, token) in (0..).zip(&tokens) {
            match token {
                Token::Affix(affix) => affixes[*affix as usize] = Some(id),
                // Where a piece and a byte token have the same bytes, the piece, which has the higher id, wins.
                Token::Text | Token::Initial => {
                    pieces.insert(vocabulary.bytes(id).to_vec(), id);
                }
                _ => {}
            }
        }
        let is_initial = tokens.iter().map(|token| matches!(token, Token::Initial | Token::Root(_))).collect();
        let joining = grammar.pack.casing.joining;
        let words = WordEncoder::new(fallback, vocabulary, [join, title, upper], is_initial, joining, |text| pieces.get(text).copied());
        let mut texts = Vec::new();
        let spellings = spellings(&grammar, &tokens, vocabulary, &mut texts);
        Ok(Mft {
            affix_names: affix_names(&grammar.pack),
            grammar,
            context: Neighbours::default(),
            spellings,
            texts,
            added: FxHashMap::default(),
            words,
            files,
            roots,
            affixes,
            harmonies,
            pieces,
            lower,
            joint,
            typed,
            accent,
            accented: FxHashSet::default(),
            elongation,
            joined: OnceBox::new(),
        })
    }

    /// Prepares chunks that are encoded next, until [`MftBuffers::forget`]: their words in small letters, and the roots that these begin
    /// with.
    pub fn prepare_chunks(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut MftBuffers) {
        let MftBuffers { small, smalls, prepared, .. } = buffers;
        let joining = self.grammar.pack.casing.joining;
        let is_prepared = |&(start, end): &(usize, usize)| end - start <= LONGEST && joining.seam(&text[start..end]).is_none();
        for (start, end) in chunks.filter(is_prepared) {
            let shape = WordShape::of(&self.grammar.pack.casing, Chunk::new(&text[start..end], false).word, small);
            let begin = smalls.len();
            if shape.is_some() {
                smalls.push_str(small);
            }
            prepared.push(PreparedChunk { start, shape, small: begin..smalls.len() });
        }
        self.grammar.prefetch_roots(prepared.iter().map(|chunk| &smalls.as_bytes()[chunk.small.clone()]));
    }

    /// The shape of a chunk that begins at `start`; its word in small letters comes into the buffer.
    fn shape(&self, word: &str, start: usize, buffers: &mut MftBuffers) -> Option<WordShape> {
        let MftBuffers { small, smalls, prepared, .. } = buffers;
        let Some(chunk) = prepared.iter().find(|chunk| chunk.start == start) else {
            return WordShape::of(&self.grammar.pack.casing, word, small);
        };
        small.clear();
        small.push_str(&smalls[chunk.small.clone()]);
        chunk.shape
    }

    /// Appends the ids of `text[start..]`. Where a sign stands inside that joins affixes, and no affix of the grammar behind it, they are
    /// those of what stands before, the sign, and what stands behind.
    pub fn encode_chunk(&self, text: &str, start: usize, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        let Some(seam) = self.grammar.pack.casing.joining.seam(&text[start..]) else {
            return self.encode_word(text, start, buffers, ids);
        };
        if !self.set_apart(text, start, buffers, ids) {
            let (sign, behind) = (start + seam.start, start + seam.end);
            // A colon behind another sign is of its run.
            if text[start..sign].ends_with(UNITS) {
                self.encode_word(&text[..behind], start, buffers, ids);
            } else {
                self.encode_word(&text[..sign], start, buffers, ids);
                if sign < behind {
                    self.encode_word(&text[..behind], sign, buffers, ids);
                }
            }
            self.encode_chunk(text, behind, buffers, ids);
        }
    }

    /// Appends the ids of a chunk with a sign between a word and its affixes; false if the grammar does not know it as such.
    fn set_apart(&self, text: &str, start: usize, buffers: &mut MftBuffers, ids: &mut Vec<u32>) -> bool {
        let chunk = self.chunk(text, start);
        let Some(shape) = self.shape(chunk.word, start, buffers) else { return false };
        let Some(analysis) = self.grammar.analyze(&buffers.small, &mut buffers.lattice) else { return false };
        let from = ids.len();
        let MftBuffers { small, words, written, .. } = buffers;
        let is_written = self.analyzed(&analysis, small, shape, chunk.space, words, ids) && self.comes_back(chunk, &ids[from..], written);
        if !is_written {
            ids.truncate(from);
        }
        is_written
    }

    /// The chunk `text[start..]`.
    fn chunk<'t>(&self, text: &'t str, start: usize) -> Chunk<'t> {
        Chunk::new(&text[start..], self.grammar.pack.spacing.implies_space(&text.as_bytes()[..start]))
    }

    /// Appends the ids of `text[start..]`. In mixed text, a chunk that is a piece as it is written is that piece.
    fn encode_word(&self, text: &str, start: usize, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        let chunk = self.chunk(text, start);
        let from = ids.len();
        if self.words.is_mixed
            && chunk.word.chars().nth(1).is_some()
            && let Some(&id) = self.pieces.get(chunk.text.as_bytes())
        {
            ids.push(id);
            if self.comes_back(chunk, &ids[from..], &mut buffers.written) {
                return;
            }
            ids.truncate(from);
        }
        let shape = self.shape(chunk.word, start, buffers);
        let analysis = shape.and_then(|_| self.grammar.analyze(&buffers.small, &mut buffers.lattice));
        // Small letters behind capitals, without a sign, that are no affixes: HTMLParser has parts.
        let shape = shape.filter(|shape| analysis.is_some() || shape.apostrophe.is_some() || !buffers.small.contains(STRAIGHT));
        let simple = shape.filter(|&shape| is_simple(chunk, shape, &buffers.small)).map(|shape| shape.cases[0]);
        if simple.zip(analysis.as_ref()).is_some_and(|(case, analysis)| self.plain(case, analysis, ids)) {
            debug_assert!(self.comes_back(chunk, &ids[from..], &mut buffers.written));
            return;
        }
        if let Some(shape) = shape
            && let Some(other) = self.grammar.respelled(chunk.word, &buffers.small, analysis.as_ref(), &mut buffers.lattice)
        {
            let ways = if other.reading == Reading::Typed { self.typed.as_slice() } else { &[Vec::new()] };
            for marks in ways {
                if self.respelled(&other, marks, shape, chunk.space, &mut buffers.words, ids)
                    && self.comes_back(chunk, &ids[from..], &mut buffers.written)
                {
                    return;
                }
                ids.truncate(from);
            }
        }
        self.words.first_exact(
            chunk.text,
            &[
                &|MftBuffers { words, small, .. }, ids| {
                    let analyzed = shape.zip(analysis.as_ref());
                    analyzed.is_some_and(|(shape, analysis)| self.analyzed(analysis, small, shape, chunk.space, words, ids))
                },
                &|buffers, ids| self.small_pieces(chunk, buffers, ids),
                &|buffers, ids| {
                    self.words.pieces(chunk.text, &mut buffers.words, ids);
                    true
                },
            ],
            |ids, buffers| {
                let is_certain = simple.is_some_and(|case| self.spells(case, &buffers.small, analysis.as_ref(), ids));
                debug_assert!(!is_certain || self.comes_back(chunk, ids, &mut buffers.written));
                is_certain || self.comes_back(chunk, ids, &mut buffers.written)
            },
            buffers,
            ids,
        );
        if !self.words.is_mixed {
            return;
        }
        let has = |is_it: fn(&Token) -> bool| ids[from..].iter().any(|&id| is_it(&self.spelling(id).token));
        let is_affixed = has(|token| matches!(token, Token::Affix(_)));
        // A root that has no id is written in pieces, but its affixes stay.
        let is_rare = analysis.as_ref().is_some_and(|analysis| matches!(analysis.parts[0].0, Part::Root(_)));
        let is_certain = chunk.word.contains(|sign| self.grammar.pack.casing.sets_apart(sign)) || is_rare;
        let is_analyzed = shape.is_some() && has(|token| matches!(token, Token::Root(_))) || is_affixed && is_certain;
        // A word in small letters whose pieces begin with its space already has the pieces of the text as it is written.
        let has_space = chunk.space.is_there && chunk.space.is_implied && self.words.is_initial(ids[from]);
        let is_as_written = shape == Some(WordShape::PLAIN) && has_space && !is_affixed;
        if !is_analyzed && !is_as_written {
            // Affixes of an unknown stem give way only to a word that is nearly one piece, or where they cost several more tokens.
            let most = if is_affixed { most_pieces(ids.len() - from) } else { usize::MAX };
            let comes_back = |ids: &[u32], buffers: &mut MftBuffers| self.comes_back(chunk, ids, &mut buffers.written);
            self.words.shorten(chunk, from, most, |buffers| &mut buffers.words, comes_back, buffers, ids);
        }
    }

    /// Appends the ids of `text[start..]` with an analysis that is drawn among the best ones, each as probable as the grammar says. If it
    /// does not write the chunk, these are the ids of the best one.
    pub fn sample_chunk(&self, text: &str, start: usize, draw: &mut Draw, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        let chunk = self.chunk(text, start);
        let from = ids.len();
        if let Some(shape) = self.shape(chunk.word, start, buffers) {
            let (small, analyses) = self.grammar.best_analyses(chunk.word, &buffers.small, DRAWN, |part| part);
            let scores: Vec<f64> = analyses.iter().map(|analysis| analysis.score).collect();
            let drawn = if scores.len() > 1 { draw.choose(&scores) } else { 0 };
            if drawn > 0
                && self.analyzed(&analyses[drawn], &small, shape, chunk.space, &mut buffers.words, ids)
                && self.comes_back(chunk, &ids[from..], &mut buffers.written)
            {
                return;
            }
            ids.truncate(from);
        }
        self.encode_chunk(text, start, buffers, ids);
    }

    /// Whether ids decode to a chunk.
    fn comes_back(&self, chunk: Chunk, ids: &[u32], written: &mut Vec<u8>) -> bool {
        written.clear();
        let mut writer = Writer::after(chunk.space.is_implied);
        for &id in ids {
            self.write_id(id, &mut writer, written);
        }
        writer.finish(&self.grammar, written);
        written == chunk.text.as_bytes()
    }

    /// Writes the chunk that these units decode to after a letter; false if they may decode to something else in another text. They do not
    /// if there is no special, the first unit is not an affix or `<again>` (it would belong to the word before), and no mark is
    /// left over for the text after the chunk.
    pub fn write_chunk(&self, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        chunk.clear();
        let mut writer = Writer::after(true);
        for (index, unit) in units.enumerate() {
            match self.known(unit).map(|spelling| spelling.token) {
                None | Some(Token::Special) => return false,
                Some(Token::Affix(_) | Token::Mark(Mark::Again)) if index == 0 => return false,
                _ => self.write_id(unit, &mut writer, chunk),
            };
        }
        let is_at_rest = writer.is_at_rest();
        writer.finish(&self.grammar, chunk);
        is_at_rest
    }

    /// Whether an id is a mark of a repeated letter.
    pub(super) fn is_elongation(&self, id: u32) -> bool {
        self.known(id).is_some_and(|spelling| matches!(spelling.token, Token::Mark(Mark::Long | Mark::Again)))
    }

    /// How an id is written; a merged id or an added special is not one of this system.
    #[inline]
    fn known(&self, id: u32) -> Option<&Spelling> {
        self.spellings.get(id as usize).or_else(|| self.added.get(&id))
    }

    #[inline]
    fn spelling(&self, id: u32) -> &Spelling {
        self.known(id).expect("an id of this system")
    }

    /// Writes the text that is known once this id has come; returns how much of `bytes` belongs to the ids before it.
    #[inline]
    pub fn write_id(&self, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        let spelling = self.spelling(id);
        let text = Excerpt::new(&self.texts, spelling.begin as usize, spelling.end as usize);
        let left = spelling.left.map(|context| (context, spelling.features));
        writer.push(&self.grammar, spelling.token, text, spelling.case, left, bytes)
    }

    /// Writes a merged id that begins a word, as [`Mft::write_id`] writes its units one after the other; None if it does not.
    #[inline]
    pub fn write_joined(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> Option<usize> {
        let joined = self.joined.get_or_init(|| {
            let write = |unit: u32, writer: &mut Writer, text: &mut Vec<u8>| {
                self.write_id(unit, writer, text);
            };
            Box::new(JoinedWords::new(vocabulary, |unit| self.spellings[unit as usize].token, write))
        });
        joined.get(id).and_then(|(word, text)| writer.push_word(&self.grammar, word, text, bytes))
    }

    /// For each id, whether the model works without it: a merged id, a piece of several characters, or a root whose lemma no other root
    /// has, because the names of roots with one lemma depend on each other.
    pub fn optional_ids(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        let mut roots: FxHashMap<&str, Option<u32>> = FxHashMap::default();
        let mut is_shared = vec![false; vocabulary.len()];
        for (root, &id) in self.grammar.pack.roots.iter().zip(&self.roots) {
            let first = *roots.entry(self.grammar.pack.lemma(root)).or_insert(id);
            if first != id {
                first.into_iter().chain(id).for_each(|id| is_shared[id as usize] = true);
            }
        }
        let several = |piece: &[u8]| std::str::from_utf8(piece).is_ok_and(|piece| piece.trim_start_matches(' ').chars().nth(1).is_some());
        let is_optional = |id: u32| match self.spellings.get(id as usize).map(|spelling| spelling.token) {
            None => vocabulary.units(id).is_some(),
            Some(Token::Root(_)) => !is_shared[id as usize],
            Some(Token::Text | Token::Initial) => several(vocabulary.bytes(id)),
            Some(_) => false,
        };
        (0..vocabulary.len() as u32).map(is_optional).collect()
    }

    /// The class of each id in [`super::merging::merge_rule`].
    pub fn merge_classes(&self, scope: MergeScope) -> Vec<u8> {
        (0..).zip(&self.spellings).map(|(id, spelling)| scope.class(spelling.token, self.words.is_apostrophe(id))).collect()
    }

    /// Adds glosses to an encoding.
    pub fn describe_tokens(&self, vocabulary: &Vocabulary, encoding: &mut Encoding) {
        for at in 0..encoding.len() {
            let id = [encoding.ids[at]];
            let glosses: Vec<&str> = vocabulary.units(id[0]).unwrap_or(&id).iter().filter_map(|&unit| self.gloss(unit)).collect();
            encoding.glosses[at] = (!glosses.is_empty()).then(|| glosses.join("-"));
        }
    }

    /// The id of a row of the lexicon.
    pub(super) fn root_id(&self, row: u32) -> Option<u32> {
        self.roots[row as usize]
    }

    fn gloss(&self, id: u32) -> Option<&str> {
        // An added special has no spelling.
        match self.spellings.get(id as usize)?.token {
            Token::Affix(affix) => Some(&self.grammar.pack.affixes[affix as usize].gloss),
            _ => None,
        }
    }

    /// Appends the ids of an analysis of a [simple](is_simple) word, if it consists of a root and affixes that have ids, and needs no mark
    /// but that of a capital. These decode to the chunk: the automaton of the grammar spells what the writer writes, and the rows that
    /// share the id of a root are written alike.
    fn plain(&self, case: Case, analysis: &Analysis, ids: &mut Vec<u32>) -> bool {
        let Some(((Part::Root(row), _), affixes)) = analysis.parts.split_first() else { return false };
        let Some(root) = self.roots[*row as usize].filter(|_| !self.accented.contains(row)) else { return false };
        let from = ids.len();
        match (case, self.spelling(root).case) {
            (case, own) if case == own => {}
            (Case::Title, Case::Lower) => self.words.marks.case(Case::Title, ids),
            _ => return false,
        }
        ids.push(root);
        let is_whole = affixes.iter().all(|&(part, _)| match part {
            Part::Root(row) => self.joined_root(row, Case::Lower, ids),
            _ => {
                let id = self.affix_id(part);
                ids.extend(id);
                id.is_some()
            }
        });
        if !is_whole {
            ids.truncate(from);
        }
        is_whole
    }

    /// Appends the ids of another root of a word, in its case; false if it has none.
    fn joined_root(&self, row: u32, case: Case, ids: &mut Vec<u32>) -> bool {
        let (Some(joint), Some(root)) = (self.joint, self.roots[row as usize]) else { return false };
        ids.push(joint);
        self.root_case(case, root, ids);
        ids.push(root);
        true
    }

    /// Appends the ids of a word that is typed as `marks` say, or some of whose letters are repeated; false if a part of it has no id. A
    /// mark stands before the unit that it changes, `<again>` at the end.
    fn respelled(
        &self,
        other: &Respelled,
        marks: &[u32],
        shape: WordShape,
        space: SpaceBefore,
        words: &mut WordBuffers,
        ids: &mut Vec<u32>,
    ) -> bool {
        let Respelled { small, analysis, reading, more } = other;
        let Part::Root(row) = analysis.parts[0].0 else { return false };
        let Some(root) = self.roots[row as usize].filter(|_| !self.accented.contains(&row)) else { return false };
        let from = ids.len();
        let is_whole = self.analyzed(analysis, small, shape, space, words, ids);
        let end = ids.len();
        if *reading == Reading::Typed {
            let at = from + ids[from..].iter().position(|&id| id == root).unwrap_or_default();
            ids.splice(at..at, marks.iter().copied());
        } else if let Some([long, again]) = self.elongation {
            for ((at, letter), &more) in small.char_indices().rev().zip(more.iter().rev()).filter(|(_, more)| **more > 0) {
                let place = at + letter.len_utf8();
                let behind = analysis.parts.iter().filter(|part| part.1 >= place).count();
                let (at, mark) = if place == small.len() { (end, again) } else { (end.saturating_sub(behind).max(from), long) };
                ids.splice(at..at, std::iter::repeat_n(mark, more));
            }
        }
        is_whole
    }

    /// Appends the mark of the case of a root, if it differs from the root's own.
    fn root_case(&self, case: Case, root: u32, ids: &mut Vec<u32>) {
        match (case, self.spelling(root).case) {
            (case, own) if case == own => {}
            (Case::Lower, _) => ids.push(self.lower),
            (case, _) => self.words.marks.case(case, ids),
        }
    }

    /// The id of an affix; None for other parts.
    fn affix_id(&self, part: Part) -> Option<u32> {
        match part {
            Part::Affix(affix) => self.affixes[affix as usize],
            _ => None,
        }
    }

    /// Whether ids surely decode to a [simple](is_simple) word: the mark of its capital, the beginning of the word in pieces, of which only
    /// the first implies a space, and then the affixes of the analysis, if they follow an unknown stem of letters alone. The pieces joined
    /// are that beginning. A root may be the first piece if it has one form; behind the pieces after it the writer reads the stem, as the
    /// automaton of the grammar did, so it writes what the automaton has found.
    fn spells(&self, case: Case, small: &str, analysis: Option<&Analysis>, mut ids: &[u32]) -> bool {
        let spelling = |id: u32| self.spelling(id);
        match (case, ids.split_first()) {
            (Case::Lower, _) => {}
            (case, Some((&mark, behind))) if spelling(mark).token == Token::Mark(Mark::Case(case)) => ids = behind,
            _ => return false,
        }
        let mut rest = small;
        let mut pieces = 0;
        for Spelling { token, begin, end, case, left, .. } in ids.iter().map(|&id| spelling(id)) {
            match token {
                Token::Initial if pieces == 0 => {}
                Token::Root(_) if pieces == 0 && *case == Case::Lower && left.is_some() => {}
                Token::Text if pieces > 0 => {}
                _ => break,
            }
            let text = &self.texts[*begin as usize..*end as usize];
            let Some(behind) = rest.as_bytes().strip_prefix(text).and_then(|_| rest.get(text.len()..)) else { return false };
            (rest, pieces) = (behind, pieces + 1);
        }
        let (stem, affixes) = (&small[..small.len() - rest.len()], &ids[pieces..]);
        if affixes.is_empty() {
            return pieces > 0 && rest.is_empty();
        }
        let Some(((Part::Stem { .. }, end), parts)) = analysis.and_then(|analysis| analysis.parts.split_first()) else { return false };
        let is_read = pieces > 1 || matches!(spelling(ids[0]).token, Token::Initial);
        is_read
            && *end == stem.len()
            && stem.len() <= LOOK_BACK
            && stem.chars().all(|letter| class(letter) == Class::Letter)
            && parts.len() == affixes.len()
            && parts.iter().zip(affixes).all(|(&(part, _), &id)| self.affix_id(part) == Some(id))
    }

    /// Appends the ids of an analysis of `small`; false if a part of it has no id.
    fn analyzed(
        &self,
        analysis: &Analysis,
        small: &str,
        shape: WordShape,
        space: SpaceBefore,
        buffers: &mut WordBuffers,
        ids: &mut Vec<u32>,
    ) -> bool {
        if analysis.parts.len() == 1 && matches!(analysis.parts[0].0, Part::Stem { .. }) {
            return false;
        }
        let mut harmony: [Option<u8>; 2] = [None; 2];
        for (index, &(part, end)) in analysis.parts.iter().enumerate() {
            match part {
                Part::Root(row) if index > 0 => {
                    // A mark of a capital is for the first root alone, one of capitals for each.
                    let case = if shape.cases[0] == Case::Upper { Case::Upper } else { Case::Lower };
                    if !self.joined_root(row, case, ids) {
                        self.words.pieces(&small[analysis.parts[index - 1].1..end], buffers, ids);
                    }
                }
                Part::Root(row) if self.roots[row as usize].is_none() => {
                    let stem = &small[..end];
                    self.words.stem(stem, space, shape.cases[0], buffers, ids);
                    let own = self.grammar.pack.roots[row as usize].unit.leaves.map(|leaves| leaves.harmony);
                    harmony[0] = own.filter(|&own| own != self.grammar.pack.read(stem).harmony);
                }
                Part::Root(row) => {
                    let Some(id) = self.roots[row as usize] else { return false };
                    self.words.marks.space(space, ids);
                    self.root_case(shape.cases[0], id, ids);
                    ids.extend(self.accent.filter(|_| self.accented.contains(&row)));
                    ids.push(id);
                }
                Part::Stem { harmony: asked, is_other } => {
                    let stem = &small[..end];
                    self.words.stem(stem, space, shape.cases[0], buffers, ids);
                    let read = self.grammar.pack.read(stem);
                    // A stem in one piece that is a root is read as its row says: PDF'ye, of a row that is read pedeef.
                    let own = ids.last().and_then(|&id| self.spelling(id).left).unwrap_or(read);
                    let is_other = is_other == (own.last.is_vowel() == read.last.is_vowel());
                    harmony = [Some(asked).filter(|_| asked != own.harmony), Some(asked).filter(|_| is_other)];
                }
                Part::Affix(affix) => {
                    let Some(id) = self.affixes[affix as usize] else { return false };
                    if index > 0 && analysis.parts[index - 1].0 == Part::Apostrophe {
                        self.words.marks.case(shape.cases[1], ids);
                    }
                    ids.extend(harmony.iter_mut().filter_map(Option::take).map(|harmony| self.harmonies[harmony as usize]));
                    ids.push(id);
                }
                // The mark ends the capitals.
                Part::Apostrophe if shape.apostrophe.is_none() => {
                    let is_implied = shape.cases[0] == Case::Upper;
                    self.words.marks.space(SpaceBefore { is_there: false, is_implied }, ids);
                }
                Part::Apostrophe => {
                    let Some(id) = self.words.apostrophe(shape.apostrophe) else { return false };
                    ids.push(id);
                }
            }
        }
        true
    }

    /// Writes parts of one case each in small letters with marks for capitals: as units if the part has an analysis, else as pieces.
    fn small_pieces(&self, chunk: Chunk, buffers: &mut MftBuffers, ids: &mut Vec<u32>) -> bool {
        if chunk.may_be_symbols()
            && let Some(&id) = self.pieces.get(chunk.text.as_bytes())
        {
            ids.push(id);
            return true;
        }
        let MftBuffers { lattice, words, small, .. } = buffers;
        self.words.case_parts(chunk, &self.grammar.pack.casing, words, ids, |part, words, ids| {
            // If the only part is the whole word, `analyzed` has already tried it.
            if part.is_only {
                return Some(false);
            }
            small.clear();
            let analysis =
                WordShape::of_part(part.text, part.case, small).and_then(|shape| Some((shape, self.grammar.analyze(small, lattice)?)));
            Some(analysis.is_some_and(|(shape, analysis)| self.analyzed(&analysis, small, shape, part.space, words, ids)))
        })
    }
}
