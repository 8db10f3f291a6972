// The bar at the bottom: what a token is, and how its word is built.

import { characters, element } from "./dom.js";

let meanings = {};
let spellings = {};
export function setTables(glosses, allomorphs) {
  meanings = glosses;
  spellings = allomorphs;
}

// "1PL.POSS" is "first person plural (we), possessive".
export const inWords = (gloss) => gloss.split(/[.·]/).map((part) => meanings[part] ?? part).join(", ");

const pair = (name, value) => element("div", {}, element("dt", {}, name), element("dd", {}, value));

export function token(each, byteText, kind) {
  const rows = [pair("token", element("bdi", {}, element("code", {}, each.token))), pair("id", element("code", {}, String(each.id))), pair("kind", each.kind)];
  if (each.gloss) rows.push(pair("meaning", `${inWords(each.gloss)} (${each.gloss})`));
  rows.push(pair("offsets", `${each.start} to ${each.end}`), pair("bytes", element("code", {}, byteText || "none")));
  if (each.positions && each.positions.length < each.end - each.start) rows.push(pair("letters at", each.positions.join(", ")));
  if (kind === "mft") {
    for (const unit of each.token.split("·")) {
      if (spellings[unit]) rows.push(pair(`${unit} is written`, spellings[unit].join(", ")));
    }
  }
  return element("dl", {}, ...rows);
}

// The analyses as a tree: those that begin alike share their beginning, so that one sees where they part.
export function analyses(answer) {
  if (!answer.analyses.length) return element("p", { class: "hint" }, `The grammar has no analysis of ${answer.word}.`);
  return element("ul", { class: "tree", "aria-label": `Analyses of ${answer.word}` }, ...branches(answer.analyses, 0));
}

const share = (some) => `${Math.round(100 * some.reduce((sum, each) => sum + each.probability, 0))} %`;

function branches(some, depth) {
  const groups = new Map();
  for (const each of some) {
    const gloss = depth ? each.glosses[depth - 1] : each.part_of_speech ?? "stem";
    const key = `${each.segments[depth]} ${gloss} ${depth ? "" : each.root}`;
    if (!groups.has(key)) groups.set(key, { gloss, segment: each.segments[depth], root: each.root, members: [] });
    groups.get(key).members.push(each);
  }
  const isFork = groups.size > 1;
  return [...groups.values()].map(({ gloss, segment, root, members }) => {
    const longer = members.filter((each) => each.segments.length > depth + 1);
    const meaning = depth ? inWords(gloss) : root.toLowerCase() === segment.toLowerCase() ? gloss : `${gloss}, from ${root}`;
    const row = element("div", { class: "branch" }, element("span", { class: `part c${depth % 6}` }, segment), element("span", { class: "hint" }, meaning));
    if (longer.length < members.length) row.append(element("span", { class: "share" }, share(members.filter((each) => !longer.includes(each)))));
    else if (!depth && isFork) row.append(element("span", { class: "share" }, share(members)));
    return element("li", {}, row, ...(longer.length ? [element("ul", {}, ...branches(longer, depth + 1))] : []));
  });
}

export function explanation(answer) {
  const letters = characters(answer.word);
  const word = (lit, gone) => element("bdi", { class: "word" }, ...runs(letters, lit, gone));
  let before = letters.map((_, index) => index);
  const gone = new Set();
  const rows = answer.steps.map((step) => {
    const left = new Set(step.positions);
    const removed = new Set(before.filter((index) => !left.has(index)));
    const row = element("li", {}, word(removed, gone), element("span", { class: "part c1" }, element("bdi", {}, step.token)), element("span", { class: "hint" }, "leaves ", element("bdi", {}, step.left)));
    removed.forEach((index) => gone.add(index));
    before = step.positions;
    return row;
  });
  const residue = new Set(answer.residue_positions);
  const name = answer.root ? "root " : "what remains: ";
  rows.push(element("li", {}, word(residue, gone), element("span", { class: "part c2" }, name, element("bdi", {}, answer.root ?? answer.residue))));
  return element("ol", { class: "tree", "aria-label": `Steps of ${answer.word}` }, ...rows);
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
