// The core in a worker, so that the page stays responsive. A tokenizer is downloaded when it is first asked for.

import start, { Tokenizer } from "./engine/morfem_wasm.js";

const ready = start({ module_or_path: new URL("engine/morfem_wasm_bg.wasm", import.meta.url) });
const loaded = new Map();
const searched = new Map(); // the tables of search, by language

async function load(name) {
  const response = await fetch(`engine/${name}.pack.gz`);
  if (!response.ok) throw new Error(`${name} could not be downloaded (status ${response.status}).`);
  const content = response.body.pipeThrough(new DecompressionStream("gzip"));
  const pack = new Uint8Array(await new Response(content).arrayBuffer());
  await ready;
  return new Tokenizer(pack);
}

async function tables(language) {
  const response = await fetch(`engine/${language}.search.json`);
  if (!response.ok) throw new Error("There is no search for this language.");
  return response.text();
}

async function answer({ name, method, values, language }) {
  if (language) {
    if (!searched.has(language)) searched.set(language, tables(language));
    values = [await searched.get(language), ...values];
  }
  if (!loaded.has(name)) loaded.set(name, load(name));
  try {
    return JSON.parse((await loaded.get(name))[method](...values));
  } catch (error) {
    await loaded.get(name).catch(() => loaded.delete(name)); // a download that failed is tried again
    throw error;
  }
}

// One question after the other, so that answers keep their order.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => answer(data)).then((result) => postMessage({ answer: result }), (error) => postMessage({ error: error.message }));
};
