// Where the answers come from: the server that this page was loaded from, or the core itself in a worker (WebAssembly). The static
// playground, which `make playground` writes, has the core and says so in its <meta name="engine">.

export class ApiError extends Error {}

export const hasEngine = document.querySelector('meta[name="engine"]') !== null;

async function call(path, content, signal) {
  const request = content ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(content), signal } : { signal };
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not answer. Is morfem serve still running?");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok || !answer) throw new ApiError(answer?.error?.message ?? `The server answered with status ${response.status}.`);
  return answer;
}

const server = {
  tokenizers: () => call("v1/tokenizers"),
  compare: (names, text, limit, signal) => call("v1/compare", { tokenizers: names, text, limit }, signal),
  analyze: (tokenizer, word) => call("v1/analyze", { tokenizer, word, n: 5 }),
  explain: (tokenizer, word) => call("v1/explain", { tokenizer, word }),
  paradigm: (tokenizer, root) => call("v1/paradigm", { tokenizer, root }),
  terms: (tokenizer, text) => call("v1/search-terms", { tokenizer, text }),
};

function engine() {
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = [];
  worker.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.shift();
    if (data.error) reject(new ApiError(data.error));
    else resolve(data.answer);
  };
  worker.onerror = () => waiting.splice(0).forEach(({ reject }) => reject(new ApiError("This browser cannot run the tokenizers.")));
  // The worker answers in the order of the questions.
  const post = (question) => new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage(question);
  });
  const ask = (name, method, ...values) => post({ name, method, values });
  const answered = (signal) => { if (signal.aborted) throw new DOMException("a later text has been asked for", "AbortError"); };
  return {
    tokenizers: () => call("engine/tokenizers.json"),
    async compare(names, text, limit, signal) {
      const results = [];
      for (const name of names) {
        results.push(await ask(name, "compare", text, limit));
        answered(signal);
      }
      return { characters: Array.from(text).length, words: text.split(/\s+/u).filter(Boolean).length, results };
    },
    analyze: (tokenizer, word) => ask(tokenizer, "analyze", word, 5),
    explain: (tokenizer, word) => ask(tokenizer, "explain", word),
    paradigm: (tokenizer, root) => ask(tokenizer, "paradigm", root),
    terms: (name, word, language) => post({ name, method: "terms", values: [word], language }),
  };
}

export const { tokenizers, compare, analyze, explain, paradigm, terms } = hasEngine ? engine() : server;
