// One panel for each tokenizer: counts, the text with coloured tokens, and the list of tokens.
//
// The text stays one run of characters: a token is a background, without padding or margin, so letters of Arabic script keep their joined
// forms. Tokens of Splinter interleave, so each code point looks up its owner, and neighbours of one owner form a span.

import { element } from "./dom.js";

const COLOURS = 6;
const number = new Intl.NumberFormat("en");

export function panel(result, text, baseline, actions) {
  const { tokenizer, count, tokens, kind, vocab_size: size } = result;
  const words = actions.words;
  const all = element("article", { class: "panel", "data-tokenizer": tokenizer });
  const copy = element("button", { type: "button", onclick: () => actions.copy(tokens, count) }, "Copy ids");
  all.append(
    element("header", {}, element("h2", {}, tokenizer, " ", element("span", { class: "about" }, `${kind}, ${number.format(size)} ids`)), copy),
    element("ul", { class: "counts" }, ...counts(count, tokens, words, actions.characters, baseline)),
    body(tokens, text, actions),
  );
  if (tokens.length < count) all.append(element("p", { class: "more" }, `Only the first ${number.format(tokens.length)} of ${number.format(count)} tokens are shown.`));
  all.append(list(tokens));
  return all;
}

function counts(count, tokens, words, length, baseline) {
  const figure = (value, name) => element("li", {}, element("b", {}, value), ` ${name}`);
  const shown = [figure(number.format(count), count === 1 ? "token" : "tokens")];
  if (words) shown.push(figure((count / words).toFixed(2), "per word"));
  if (count) shown.push(figure((length / count).toFixed(2), "characters per token"));
  const phrases = tokens.filter((token) => token.kind === "phrase").length;
  if (phrases) shown.push(figure(number.format(phrases), phrases === 1 ? "phrase" : "phrases"));
  if (baseline && baseline.count && baseline.count !== count) {
    const change = Math.round((100 * count) / baseline.count - 100);
    shown.push(figure(`${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)} %`, `tokens against ${baseline.tokenizer}`));
  }
  return shown;
}

function owners(tokens, length) {
  const owner = new Int32Array(length).fill(-1);
  tokens.forEach((token, index) => {
    if (token.positions) for (const at of token.positions) owner[at] = index;
    else owner.fill(index, token.start, token.end);
  });
  return owner;
}

function body(tokens, text, actions) {
  const shown = element("p", { class: "text", dir: "auto" });
  const end = tokens.reduce((most, token) => Math.max(most, token.end), 0);
  const owner = owners(tokens, end);
  let start = 0;
  for (let at = 1; at <= end; at++) {
    if (at < end && owner[at] === owner[start]) continue;
    const piece = text.slice(start, at).join("");
    const index = owner[start];
    if (index < 0) shown.append(piece);
    else shown.append(element("span", { class: `token c${index % COLOURS}${tokens[index].kind === "phrase" ? " phrase" : ""}`, "data-index": index, tabindex: shown.querySelector(".token") ? -1 : 0, role: "button", "aria-label": label(tokens[index]) }, piece));
    start = at;
  }
  const spanOf = (event) => event.target.closest?.(".token");
  const indexOf = (span) => Number(span.dataset.index);
  const light = (index) => shown.querySelectorAll(".token").forEach((span) => span.classList.toggle("here", indexOf(span) === index));
  shown.addEventListener("pointerover", (event) => {
    const span = spanOf(event);
    if (span) { light(indexOf(span)); actions.show(tokens, indexOf(span)); }
  });
  shown.addEventListener("focusin", (event) => {
    const span = spanOf(event);
    if (span) { light(indexOf(span)); actions.show(tokens, indexOf(span)); }
  });
  shown.addEventListener("click", (event) => { const span = spanOf(event); if (span) actions.open(tokens, indexOf(span)); });
  shown.addEventListener("keydown", (event) => {
    const span = spanOf(event);
    if (!span) return;
    const spans = [...shown.querySelectorAll(".token")];
    const forward = getComputedStyle(shown).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
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
  return shown;
}

const label = (token) => `${token.surface.trim() || "space"}, ${token.gloss ?? token.kind}`;

// The list is made when it is opened: most readers look at the text only.
function list(tokens) {
  const all = element("details", {}, element("summary", {}, "Tokens one by one"));
  all.addEventListener("toggle", () => {
    if (!all.open || all.querySelector("ol")) return;
    const items = tokens.map((token, index) => element("li", { class: `c${index % COLOURS}` }, element("bdi", {}, token.token), element("small", {}, token.gloss ?? token.kind)));
    all.append(element("ol", { class: "list" }, ...items));
  });
  return all;
}
