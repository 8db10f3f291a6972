// The page: reads the text and the choice of two tokenizers, asks for their tokens, and shows a panel for each.

import * as api from "./api.js";
import * as details from "./details.js";
import { characters, element } from "./dom.js";
import { setWords } from "./meanings.js";
import { panel } from "./panels.js";

const SHOWN = 2000; // tokens shown in a panel; more would make the page slow
const PAUSE = 120; // milliseconds without a key before tokens are asked for
const LONGEST_LINK = 4000; // characters of text that the address of the page keeps
const LONGEST = 1_000_000; // characters that the page takes

const at = (id) => document.getElementById(id);
const text = at("text");
let offered = [];
let chosen = [];
let lines = {};
let samples = {};
let running = null;
let timer = 0;
let accepted = "";

const named = (name) => offered.find((each) => each.name === name);
const language = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
const languageName = (code) => (code ? language.of(code) : "Any language");

function say(message, isError = false) {
  at("status").textContent = message;
  at("status").classList.toggle("error", isError);
}

// The two tokenizers to show: those that are here, and the baseline beside one that is alone.
function choose(names) {
  chosen = names.filter(named).slice(0, 2);
  const rest = [offered.find((each) => each.kind === "bpe"), ...offered].filter((each) => each && !chosen.includes(each.name)).map((each) => each.name);
  while (chosen.length < Math.min(2, offered.length)) chosen.push(rest.shift());
}

// A list of the tokenizers by language, each with a line.
function choice(place) {
  const groups = Map.groupBy ? Map.groupBy(offered, (each) => languageName(each.language)) : offered.reduce((found, each) => found.set(languageName(each.language), [...(found.get(languageName(each.language)) ?? []), each]), new Map());
  const list = element("select", { "aria-label": place ? "Tokenizer to compare with" : "Tokenizer" });
  for (const [title, members] of [...groups].sort(([one], [other]) => one.localeCompare(other))) {
    list.append(element("optgroup", { label: title }, ...members.map((each) => element("option", { value: each.name }, `${each.name}: ${lines[each.name] ?? lines[`kind ${each.kind}`] ?? each.kind}`))));
  }
  list.value = chosen[place];
  list.addEventListener("change", () => { chosen[place] = list.value; update(); });
  return list;
}

function link() {
  const fields = new URLSearchParams({ t: chosen.join(",") });
  if (text.value.length <= LONGEST_LINK) fields.set("text", text.value);
  history.replaceState(null, "", `#${fields}`);
}

// Too long a text is refused before the browser lays it out.
function refuse(event) {
  const more = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (text.value.length + more.length <= LONGEST) return;
  event.preventDefault();
  say(`The text has ${more.length.toLocaleString("en")} characters, and this page takes ${LONGEST.toLocaleString("en")}. For longer ones use: morfem encode FILE`, true);
}

function changed() {
  if (text.value.length > LONGEST) {
    refuse({ data: text.value, preventDefault() {} });
    text.value = accepted;
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(update, PAUSE);
}

async function update() {
  running?.abort();
  accepted = text.value;
  link();
  close();
  mark();
  if (!text.value) {
    at("panels").replaceChildren();
    say("");
    return;
  }
  running = new AbortController();
  const value = text.value;
  if (!at("panels").hasChildNodes()) say("Cutting the text …");
  try {
    const answer = await api.compare([...new Set(chosen)], value, SHOWN, running.signal);
    draw(answer, value);
    say("");
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, true);
  }
}

// Which sample is shown, and what it means.
function mark() {
  const shown = Object.values(samples).find((sample) => sample.text === text.value);
  at("means").textContent = shown?.means ?? "";
  for (const button of at("samples").children) {
    button.setAttribute("aria-pressed", String(samples[button.value] === shown));
    if (samples[button.value] === shown) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function draw(answer, value) {
  // Only the beginning is taken apart: a token has at most a few hundred characters.
  const letters = characters(value.slice(0, 400 * SHOWN));
  const panels = chosen.map((name, place) => {
    const result = answer.results.find((each) => each.tokenizer === name);
    return panel(result, letters, answer.characters, choice(place), {
      open: (tokens, index) => open(name, tokens, index, letters),
      copy: (tokens, count) => copy(tokens.map((token) => token.id).join(" "), tokens.length < count ? `Copied the first ${tokens.length} of ${count} ids.` : `Copied ${count} ids.`),
    });
  });
  at("panels").replaceChildren(...panels);
  for (const entry of at("legend").children) entry.hidden = !at("panels").querySelector(`.token.${entry.className}`);
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

// The word as people type it who leave out the marks of letters, such as degil for değil.
const plainly = (word) => word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i");

// Whether the word of a token has a root or an affix. Splinter explains no other words.
const hasUnits = (tokens, token) => tokens.some((each) => each.word === token.word && ["root", "affix", "pattern", "word", "stem"].includes(each.kind));

// The parts of the card of a word, as far as the tokenizer can make them.
async function* cardOf(name, word, tokens, token) {
  const { capabilities } = named(name);
  // A tokenizer of several languages takes each word apart as the tokenizer of its language does.
  const can = (ability) => capabilities.includes(ability) && (!token.language || offered.some((each) => each.language === token.language && each.capabilities.includes(ability)));
  if (can("explain") && hasUnits(tokens, token)) yield details.explanation(await api.explain(name, word));
  else if (can("analyze")) {
    const answer = await api.analyze(name, word);
    yield details.analyses(answer);
    const [best] = answer.analyses;
    if (can("inflect") && best?.part_of_speech) yield details.forms(await api.paradigm(name, best.root));
    const typed = plainly(word);
    if (typed !== word && best) yield details.typedPlainly(typed, (await api.compare([name], typed, 50, new AbortController().signal)).results[0].tokens);
  } else yield element("p", { class: "hint" }, capabilities.includes("explain") ? "This word is taken from no root." : `${name} has no grammar that explains words.`);
  if (named(name).search_terms) yield details.terms(await api.terms(name, word, named(name).language));
}

async function open(name, tokens, index, letters) {
  const token = tokens[index];
  const shown = [details.token(token, bytes(token))];
  const word = wordAround(letters, token);
  if (!word) shown.push(element("p", { class: "hint" }, "This token is not part of a word."));
  else {
    try {
      for await (const part of cardOf(name, word, tokens, token)) if (part) shown.push(part);
    } catch (error) {
      shown.push(element("p", { class: "hint" }, error.message));
    }
  }
  at("card").replaceChildren(...shown);
  at("details").hidden = false;
  at("details").scrollTop = 0;
  document.documentElement.style.setProperty("--bar", `${at("details").offsetHeight}px`);
  document.querySelector(".token.here")?.scrollIntoView({ block: "nearest" });
}

function close() {
  at("details").hidden = true;
  document.documentElement.style.setProperty("--bar", "0px");
}

async function begin() {
  try {
    const [list, ...tables] = await Promise.all([api.tokenizers(), ...["glosses.json", "allomorphs.json", "samples.json", "lines.json"].map(async (name) => (await fetch(name)).json())]);
    offered = list.tokenizers;
    setWords(tables[0]);
    details.setSpellings(tables[1]);
    samples = Object.fromEntries(Object.entries(tables[2]).filter(([, sample]) => named(sample.tokenizer)));
    lines = tables[3];
    at("privacy").textContent = api.hasEngine ? "Everything stays on your machine: the tokenizers run in this page." : "The text is sent only to the server that you opened the page from.";
    at("samples").append(...Object.entries(samples).map(([name, sample]) => element("button", { type: "button", value: name, onclick: () => { text.value = sample.text; choose([sample.tokenizer]); update(); } }, name === "mixed" ? "Mixed" : languageName(name))));
    text.addEventListener("beforeinput", refuse);
    text.addEventListener("input", changed);
    at("link").addEventListener("click", () => copy(location.href, text.value.length <= LONGEST_LINK ? "Copied the address of this page with the text." : "Copied the address of this page. The text is too long for it."));
    at("close").addEventListener("click", close);
    addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
    addEventListener("click", (event) => { if (!event.target.closest("#details, .token, .chip")) close(); });
    addEventListener("hashchange", follow);
    await follow();
  } catch (error) {
    say(error.message, true);
  }
}

// Shows the text and the tokenizers of the address, where it has none those of a sample.
async function follow() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const names = fields.get("t")?.split(",").filter(Boolean) ?? [];
  const [sample] = Object.values(samples);
  text.value = (fields.get("text") ?? sample?.text ?? "").slice(0, LONGEST);
  choose(names.length || !sample ? names : [sample.tokenizer]);
  await update();
  const missing = names.filter((name) => !named(name));
  if (missing.length) say(`The address names a tokenizer that is not here: ${missing.join(", ")}.`, true);
}

begin();
