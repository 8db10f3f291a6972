// The card of a token and its word: what the token is, how the word is built, its forms, and what a search looks for.

import { characters, element } from "./dom.js";
import { final, label, named, plain, roleOf, units } from "./meanings.js";

const FORMS = 12; // forms of a root in a card
// Which of its forms a card shows first, as far as the root has them.
const FIRST = "PL PL.NOM 1SG.POSS 2SG.POSS 3SG.POSS 3.POSS 1PL.POSS ACC DAT LOC ABL GEN INS PART INE ELA ILL ADE ALL PST PROG FUT AOR NEG ABIL INF PTCP COND NEC 1SG 2SG 3SG 1PL 2PL 3PL PASS".split(" ");
const LEAST = 0.005; // an analysis of a smaller share is not listed

let spellings = {};
export const setSpellings = (table) => { spellings = table; };

const code = (text) => element("bdi", {}, element("code", {}, text));
const pair = (name, ...value) => element("div", {}, element("dt", {}, name), element("dd", {}, ...value));
const section = (title, ...content) => element("section", {}, element("h2", {}, title), ...content);
const part = (role, text) => element("span", { class: `part ${role}` }, element("bdi", {}, text));

// "our (1PL.POSS, first person plural possessive)"
function meaning(unit) {
  const name = named(unit.gloss).replace(/ \([^)]*\)$/u, "");
  return `${unit.meaning} (${[unit.gloss, ...(name === unit.meaning ? [] : [name])].join(", ")})`;
}

export function token(each, byteText) {
  const rows = [pair("token", code(each.token)), pair("id", code(String(each.id))), pair("kind", each.kind)];
  const glossed = units(each).filter((unit) => unit.gloss);
  if (glossed.length) rows.push(pair("meaning", glossed.map(meaning).join("; ")));
  rows.push(pair("characters", `${each.start} to ${each.end}`), pair("bytes", code(byteText || "none")));
  if (each.positions && each.positions.length < each.end - each.start) rows.push(pair("letters at", each.positions.join(", ")));
  for (const unit of units(each)) {
    if (spellings[unit.text]) rows.push(pair(`${unit.text} is written`, spellings[unit.text].join(", ")));
  }
  return section(`Token ${each.surface.trim() || each.token}`, element("dl", {}, ...rows));
}

// The analyses as a tree: those that begin alike share their beginning, so that one sees where they part.
export function analyses(answer) {
  const likely = answer.analyses.filter((each) => each.probability >= LEAST);
  const title = `How ${answer.word} is built`;
  if (!likely.length) return section(title, element("p", { class: "hint" }, "The grammar has no analysis of this word."));
  return section(title, element("ul", { class: "tree", "aria-label": `Analyses of ${answer.word}` }, ...branches(likely, 0, likely.length > 1)));
}

const share = (some) => `${Math.round(100 * some.reduce((sum, each) => sum + each.probability, 0))} % probable`;

function branches(some, depth, isFork) {
  const groups = new Map();
  for (const each of some) {
    const gloss = depth ? each.glosses[depth - 1] : (each.part_of_speech ?? "stem that the lexicon lacks");
    const key = `${each.segments[depth]} ${gloss} ${depth ? "" : each.root}`;
    if (!groups.has(key)) groups.set(key, { gloss, segment: each.segments[depth], root: each.root, members: [] });
    groups.get(key).members.push(each);
  }
  return [...groups.values()].map(({ gloss, segment, root, members }) => {
    const longer = members.filter((each) => each.segments.length > depth + 1);
    const meaning = depth ? `${plain(gloss)} (${gloss})` : root.toLowerCase() === segment.toLowerCase() ? gloss : `${gloss}, from ${root}`;
    const row = element("div", { class: "branch" }, part(depth ? "affix" : "root", segment), element("span", { class: "hint" }, meaning));
    if (isFork && longer.length < members.length) row.append(element("span", { class: "share" }, share(members.filter((each) => !longer.includes(each)))));
    return element("li", {}, row, ...(longer.length ? [element("ul", {}, ...branches(longer, depth + 1, isFork))] : []));
  });
}

export function explanation(answer) {
  const letters = characters(answer.word);
  const word = (lit, gone) => element("bdi", { class: "spelled" }, ...runs(letters, lit, gone));
  let before = letters.map((_, index) => index);
  const gone = new Set();
  const rows = answer.steps.map((step) => {
    const left = new Set(step.positions);
    const removed = new Set(before.filter((index) => !left.has(index)));
    const row = element("li", {}, word(removed, gone), part("affix", final(step.token)), element("span", { class: "hint" }, "leaves ", element("bdi", {}, step.left)));
    removed.forEach((index) => gone.add(index));
    before = step.positions;
    return row;
  });
  const residue = new Set(answer.residue_positions);
  rows.push(element("li", {}, word(residue, gone), part("root", final(answer.root ?? answer.residue)), element("span", { class: "hint" }, answer.root ? "root" : answer.steps.length ? "stem" : "stem, without affixes")));
  return section(`How ${answer.word} is built`, element("ol", { class: "tree", "aria-label": `Steps of ${answer.word}` }, ...rows));
}

// Neighbouring letters of one class form one span, so that Arabic letters stay joined.
function runs(letters, lit, gone) {
  const kind = (at) => (lit.has(at) ? "lit" : gone.has(at) ? "gone" : "");
  const parts = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    if (last && last[0] === kind(at)) last[1] += letter;
    else parts.push([kind(at), letter]);
  });
  return parts.map(([name, text]) => element("span", { class: name }, text));
}

export function forms(answer) {
  const glosses = Object.keys(answer.forms);
  const listed = [...new Set([...FIRST.filter((gloss) => glosses.includes(gloss)), ...glosses])].slice(0, FORMS).map((gloss) => [gloss, answer.forms[gloss]]);
  if (!listed.length) return null;
  return section(`Forms of ${answer.root}`, element("ul", { class: "forms" }, ...listed.map(([gloss, [form]]) => element("li", {}, element("bdi", {}, form), element("small", {}, plain(gloss))))));
}

export function terms(answer) {
  const found = [...new Set(answer.terms.map((term) => term.text))];
  if (!found.length) return null;
  return section("What a search for it looks for", element("p", {}, ...found.flatMap((term) => [code(term), " "])));
}

export function typedPlainly(word, tokens) {
  const shown = tokens.map((each) => part(roleOf(each), each.surface || each.token)).flatMap((each, at) => [each, " ", element("small", {}, label(tokens[at], false).replaceAll("\n", ", ") || units(tokens[at])[0].meaning), " "]);
  return section(`Typed in plain letters: ${word}`, element("p", {}, ...shown));
}
