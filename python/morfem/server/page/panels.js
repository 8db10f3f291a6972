// A panel: which tokenizer, how many tokens, and the text with a meaning below each token.
//
// A token is a box with its meaning below it. Where boxes would tear letters apart, the word stays one run of characters with coloured
// backgrounds, and the meanings of its tokens stand below it: letters of Arabic join, marks belong to the letter before them, and the
// letters of a token of Splinter may lie among those of others. Meanings are written by CSS, so the text can be copied without them.

import { element } from "./dom.js";
import { label, roleOf } from "./meanings.js";

const JOINED = /[\p{Script=Arabic}\p{M}\u200d\p{RI}\p{EMod}]/u;
const RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LEFT = /[\p{L}]/u;
const NAMES = { root: ["root", "roots"], affix: ["affix", "affixes"], word: ["word", "words"], both: ["root with affixes", "roots with affixes"], piece: ["piece", "pieces"], phrase: ["phrase", "phrases"], sign: ["sign", "signs"], space: ["space", "spaces"], mark: ["mark", "marks"], special: ["special token", "special tokens"] };
const number = new Intl.NumberFormat("en");

export function panel(result, text, length, choice, actions) {
  const { tokenizer, count, tokens, vocab_size: size } = result;
  const all = element("article", { class: "panel", "data-tokenizer": tokenizer });
  const copy = element("button", { type: "button", onclick: () => actions.copy(tokens, count) }, "Copy ids");
  all.append(element("header", {}, choice, copy), element("p", { class: "counts" }, ...counts(tokens, count, length, size)), body(tokens, text, actions));
  if (tokens.length < count) all.append(element("p", { class: "more" }, `Only the first ${number.format(tokens.length)} of ${number.format(count)} tokens are shown.`));
  return all;
}

function counts(tokens, count, length, size) {
  const shown = [element("b", {}, number.format(count)), count === 1 ? " token" : " tokens"];
  if (count) shown.push(", ", element("b", {}, (length / count).toFixed(2)), " characters per token", element("span", { class: "size" }, `, ${number.format(size)} ids to choose from`));
  if (tokens.length === count && count) shown.push(element("span", { class: "what" }, sorts(tokens)));
  return shown;
}

// "4 roots, 9 affixes, and one mark for the capital": every token, also those that have no box.
function sorts(tokens) {
  const found = new Map();
  const add = (name) => found.set(name, (found.get(name) ?? 0) + 1);
  const hidden = new Map();
  const hide = (name) => hidden.set(name, (hidden.get(name) ?? 0) + 1);
  for (const token of tokens) {
    if (token.surface) add(roleOf(token) === "both" && token.kind === "word" ? "word" : roleOf(token));
    else if (token.kind === "byte") hide("part of a letter");
    else hide(/title|upper/u.test(token.token) ? "mark for a capital" : "mark for the spelling");
  }
  const shown = [...found].map(([role, many]) => `${number.format(many)} ${NAMES[role][many === 1 ? 0 : 1]}`);
  for (const [name, many] of hidden) shown.push(many === 1 ? `one ${name}` : `${number.format(many)} ${name.replace(/^(?:mark|part)/u, "$&s")}`);
  const last = shown.pop();
  return shown.length ? `${shown.join(", ")} and ${last}` : last;
}

const isBlank = (character) => /\s/u.test(character);

// For each character the token that it belongs to; -1 where none does, and for spaces at the edges of a token: no box is drawn there.
function owners(tokens, text) {
  const owner = [];
  tokens.forEach((token, index) => {
    const places = token.positions ?? Array.from({ length: token.end - token.start }, (_, at) => token.start + at);
    const isInside = (at) => !isBlank(text[at]);
    const inside = places.some(isInside) ? places.slice(places.findIndex(isInside), places.findLastIndex(isInside) + 1) : places.filter((at) => text[at] !== "\n");
    for (const at of inside) owner[at] = index;
  });
  return owner;
}

// Runs of characters of one token, gathered into words: what no space separates. A space that is a token is a word.
function* words(tokens, text) {
  const end = tokens.reduce((most, token) => Math.max(most, token.end), 0);
  const owner = owners(tokens, text);
  let word = [];
  for (let at = 0; at < end; at++) {
    const index = owner[at] ?? -1;
    if (index < 0) {
      if (word.length) yield word;
      word = [];
      yield text[at];
    } else if (word.length && owner[at - 1] === index) word.at(-1).piece += text[at];
    else {
      if (word.length && isBlank(text[at]) !== isBlank(text[at - 1])) {
        yield word;
        word = [];
      }
      word.push({ index, piece: text[at] });
    }
  }
  if (word.length) yield word;
}

function drawn(word, tokens) {
  const whole = spelled(word);
  const order = [...new Set(word.map(({ index }) => index))];
  const isOneRun = order.length < word.length || (word.length > 1 && JOINED.test(whole));
  const spans = word.map(({ index, piece }) => {
    const said = label(tokens[index], isOneRun);
    const shade = index % 2 ? " odd" : "";
    return element("span", { class: `token ${roleOf(tokens[index])}${shade}`, "data-index": index, "data-label": isOneRun ? null : said, tabindex: -1, role: "button", "aria-label": `${piece}, ${said || roleOf(tokens[index])}` }, piece);
  });
  if (!isOneRun) return element("span", { class: "word" }, ...spans);
  const chips = order.filter((index) => label(tokens[index], true)).map((index) => element("span", { class: `chip ${roleOf(tokens[index])}${index % 2 ? " odd" : ""}`, "data-index": index, "data-label": label(tokens[index], true), "aria-hidden": "true" }));
  return element("span", { class: "word run" }, element("span", { class: "letters" }, ...spans), ...(chips.length ? [element("span", { class: "chips" }, ...chips)] : []));
}

const directionOf = (letters) => (RIGHT.test(letters) ? "rtl" : LEFT.test(letters) ? "ltr" : null);
const spelled = (word) => word.map(({ piece }) => piece).join("");

// A word as it is; in two, if signs behind it may belong to the line around it, as a comma behind a Hebrew word of an English
// line does. Brackets and quotes belong to the word.
function split(word, around) {
  let end = word.length;
  while (directionOf(spelled(word)) !== around && end > 1 && /^[^\p{L}\p{N}\p{M}\p{Pe}\p{Pf}"']+$/u.test(word[end - 1].piece)) end--;
  return end < word.length ? [word.slice(0, end), word.slice(end)] : [word];
}

function body(tokens, text, actions) {
  const all = [...words(tokens, text)];
  const around = all.map((word) => (typeof word === "string" ? null : directionOf(spelled(word)))).find(Boolean) ?? "ltr";
  const shown = element("p", { class: "text", dir: around });
  // Words are boxes, whose order in a line is that of the element around them. So words of one direction share an element, with the
  // signs and spaces between them.
  let row = null;
  let between = [];
  for (const word of all.flatMap((each) => (typeof each === "string" ? [each] : split(each, around)))) {
    const direction = typeof word === "string" ? null : directionOf(spelled(word));
    const drawing = typeof word === "string" ? word : drawn(word, tokens);
    if (!direction) { between.push(drawing); continue; }
    if (row?.dir === direction && !between.includes("\n")) row.append(...between);
    else {
      row = element("span", { class: "row-of-words", dir: direction });
      shown.append(...between, row);
    }
    between = [];
    row.append(drawing);
  }
  shown.append(...between);
  const first = shown.querySelector(".token");
  if (first) first.tabIndex = 0;
  listen(shown, actions, tokens);
  return shown;
}

function listen(shown, actions, tokens) {
  const spanOf = (event) => event.target.closest?.(".token, .chip");
  const indexOf = (span) => Number(span.dataset.index);
  const light = (index) => shown.querySelectorAll(".token, .chip").forEach((span) => span.classList.toggle("here", indexOf(span) === index));
  for (const kind of ["pointerover", "focusin"]) shown.addEventListener(kind, (event) => { const span = spanOf(event); if (span) light(indexOf(span)); });
  shown.addEventListener("pointerleave", () => light(-1));
  shown.addEventListener("click", (event) => { const span = spanOf(event); if (span) actions.open(tokens, indexOf(span)); });
  shown.addEventListener("keydown", (event) => {
    const span = spanOf(event);
    if (!span) return;
    const spans = [...shown.querySelectorAll(".token")];
    const forward = getComputedStyle(span.parentElement).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const step = { [forward]: 1, [forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft"]: -1 }[event.key];
    if (step) {
      const next = spans[spans.indexOf(span) + step];
      if (next) { span.tabIndex = -1; next.tabIndex = 0; next.focus(); }
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      actions.open(tokens, indexOf(span));
      event.preventDefault();
    }
  });
}
