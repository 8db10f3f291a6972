// The page: reads the text and the choice of tokenizers, asks for their tokens, and shows one panel for each tokenizer.

import * as api from "./api.js";
import * as details from "./details.js";
import { characters, element } from "./dom.js";
import { panel } from "./panels.js";

const MOST = 4; // tokenizers side by side
const SHOWN = 2000; // tokens shown in a panel; more would make the page slow
const PAUSE = 120; // milliseconds without a key before tokens are asked for
const LONGEST_LINK = 4000; // characters of text that the address of the page keeps

const at = (id) => document.getElementById(id);
const text = at("text");
let offered = [];
let running = null;
let timer = 0;

const chosen = () => [...at("tokenizers").querySelectorAll("input:checked")].map((box) => box.value);

function say(message, isError = false) {
  at("status").textContent = message;
  at("status").classList.toggle("error", isError);
}

function choose(names) {
  const known = names.filter((name) => offered.some((each) => each.name === name)).slice(0, MOST);
  for (const box of at("tokenizers").querySelectorAll("input")) box.checked = known.includes(box.value);
  limit();
}

function limit() {
  const isFull = chosen().length >= MOST;
  for (const box of at("tokenizers").querySelectorAll("input")) box.disabled = isFull && !box.checked;
}

function link() {
  const fields = new URLSearchParams({ t: chosen().join(",") });
  if (text.value.length <= LONGEST_LINK) fields.set("text", text.value);
  history.replaceState(null, "", `#${fields}`);
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(update, PAUSE);
}

// The tokens of the baseline, also where it is not among the tokenizers shown.
async function baselineOf(answer, value, signal) {
  const shown = answer.results.find((each) => each.kind === "bpe");
  const name = offered.find((each) => each.kind === "bpe")?.name;
  if (shown || !name) return shown ?? (answer.results.length > 1 ? answer.results[0] : null);
  return { tokenizer: name, count: await api.count(name, value, signal) };
}

async function update() {
  running?.abort();
  link();
  const names = chosen();
  if (!names.length || !text.value) {
    at("panels").replaceChildren();
    say(names.length ? "" : "Choose a tokenizer.");
    return;
  }
  running = new AbortController();
  const value = text.value;
  if (!at("panels").hasChildNodes()) say("Cutting the text …");
  try {
    const { signal } = running;
    const answer = await api.compare(names, value, SHOWN, signal);
    draw(answer, value, await baselineOf(answer, value, signal));
    say("");
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, true);
  }
}

function draw(answer, value, baseline) {
  // Only the beginning is taken apart: a token has at most a few hundred characters.
  const letters = characters(value.slice(0, 400 * SHOWN));
  const panels = answer.results.map((result) => panel(result, letters, baseline, {
    words: answer.words,
    characters: answer.characters,
    show: (tokens, index) => at("details").replaceChildren(details.token(tokens[index], bytes(tokens[index]), result.kind)),
    open: (tokens, index) => open(result.tokenizer, tokens, index, letters),
    copy: (tokens, count) => copy(tokens.map((token) => token.id).join(" "), tokens.length < count ? `Copied the first ${tokens.length} of ${count} ids.` : `Copied ${count} ids.`),
  }));
  at("panels").replaceChildren(...panels);
}

const bytes = (token) => [...new TextEncoder().encode(token.surface)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");

async function copy(content, message) {
  try {
    await navigator.clipboard.writeText(content);
    say(message);
  } catch {
    say("The browser does not allow copying here.", true);
  }
}

// The white-space word around a token, without the punctuation at its edges.
function wordAround(letters, token) {
  const isSpace = (character) => /\s/u.test(character);
  let start = token.start;
  while (start < token.end && isSpace(letters[start])) start++;
  let end = start;
  while (start > 0 && !isSpace(letters[start - 1])) start--;
  while (end < letters.length && !isSpace(letters[end])) end++;
  return letters.slice(start, end).join("").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

// Whether the word of a token has a root or an affix. Splinter explains no other words.
const hasUnits = (tokens, token) => tokens.some((each) => each.word === token.word && ["root", "affix", "pattern", "word"].includes(each.kind));

async function open(name, tokens, index, letters) {
  const { capabilities, kind } = offered.find((each) => each.name === name);
  const shown = [details.token(tokens[index], bytes(tokens[index]), kind)];
  const word = wordAround(letters, tokens[index]);
  try {
    if (!word) shown.push(element("p", { class: "hint" }, "This token is not part of a word."));
    else if (capabilities.includes("analyze")) shown.push(details.analyses(await api.analyze(name, word)));
    else if (capabilities.includes("explain") && hasUnits(tokens, tokens[index])) shown.push(details.explanation(await api.explain(name, word)));
    else shown.push(element("p", { class: "hint" }, capabilities.includes("explain") ? "This word has no letters of the tokenizer's language." : `${name} has no grammar that explains words.`));
  } catch (error) {
    shown.push(element("p", { class: "hint" }, error.message));
  }
  at("details").replaceChildren(...shown);
  document.documentElement.style.setProperty("--bar", `${at("details").offsetHeight}px`);
  document.querySelector(".token.here")?.scrollIntoView({ block: "nearest" });
}

async function begin() {
  try {
    const [list, meanings, allomorphs, samples] = await Promise.all([api.tokenizers(), ...["glosses.json", "allomorphs.json", "samples.json"].map(async (name) => (await fetch(name)).json())]);
    offered = list.tokenizers;
    details.setTables(meanings, allomorphs);
    at("privacy").textContent = api.hasEngine ? "Everything stays on your machine: the tokenizers run in this page." : "It is sent only to the server that you opened the page from.";
    at("baseline").hidden = !offered.some((each) => each.name === "bpe");
    at("tokenizers").append(...offered.map((each) => element("label", { class: "choice" }, element("input", { type: "checkbox", value: each.name, onchange: () => { limit(); changed(); } }), each.name)));
    at("samples").append(...Object.entries(samples).map(([name, sample]) => element("button", { type: "button", onclick: () => { text.value = sample.text; choose(sample.tokenizers); update(); } }, name)));
    const [first] = Object.values(samples);
    text.addEventListener("input", changed);
    at("link").addEventListener("click", () => copy(location.href, text.value.length <= LONGEST_LINK ? "Copied the address of this page with the text." : "Copied the address of this page. The text is too long for it."));
    addEventListener("hashchange", () => follow(first));
    await follow(first);
  } catch (error) {
    say(error.message, true);
  }
}

// Shows the text and the tokenizers of the address, where it has none those of a sample.
async function follow(sample) {
  const fields = new URLSearchParams(location.hash.slice(1));
  const names = fields.get("t")?.split(",") ?? [];
  text.value = fields.get("text") ?? sample.text;
  choose(names.length ? names : sample.tokenizers);
  if (!chosen().length) choose(offered.slice(0, 1).map((each) => each.name));
  await update();
  const missing = names.filter((name) => name && !offered.some((each) => each.name === name));
  if (missing.length) say(`The address names a tokenizer that is not here: ${missing.join(", ")}.`, true);
}

begin();
