// The bar at the bottom: what a token is, and how its word is built.

import { characters, element } from "./dom.js";

let meanings = {};
export const setMeanings = (table) => { meanings = table; };

// "1PL.POSS" is "first person plural (we), possessive".
export const inWords = (gloss) => gloss.split(/[.·]/).map((part) => meanings[part] ?? part).join(", ");

const pair = (name, value) => element("div", {}, element("dt", {}, name), element("dd", {}, value));

export function token(each, byteText) {
  const rows = [pair("token", element("code", {}, each.token)), pair("id", element("code", {}, String(each.id))), pair("kind", each.kind)];
  if (each.gloss) rows.push(pair("meaning", `${inWords(each.gloss)} (${each.gloss})`));
  rows.push(pair("characters", `${each.start} to ${each.end}`), pair("bytes", element("code", {}, byteText || "none")));
  if (each.positions && each.positions.length < each.end - each.start) rows.push(pair("letters at", each.positions.join(", ")));
  return element("dl", {}, ...rows);
}

export function analyses(answer) {
  if (!answer.analyses.length) return element("p", { class: "hint" }, `The grammar has no analysis of ${answer.word}.`);
  const rows = answer.analyses.map((each) => element("li", {},
    element("span", { class: "share" }, `${Math.round(100 * each.probability)} %`),
    ...each.segments.map((segment, index) => element("span", { class: `part c${index % 6}` }, segment,
      element("small", { title: index ? inWords(each.glosses[index - 1]) : "" }, index ? each.glosses[index - 1] : each.part_of_speech ?? "stem"))),
    element("span", { class: "hint" }, [each.root, ...each.glosses.map(inWords)].join(" + "))));
  return element("ul", { class: "tree", "aria-label": `Analyses of ${answer.word}` }, ...rows);
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
