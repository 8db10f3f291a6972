// The calls to the server that this page was loaded from.

export class ApiError extends Error {}

async function call(path, content, signal) {
  const request = content ? { method: "POST", body: JSON.stringify(content), signal } : { signal };
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

export const tokenizers = () => call("v1/tokenizers");
export const compare = (names, text, limit, signal) => call("v1/compare", { tokenizers: names, text, limit }, signal);
export const analyze = (tokenizer, word) => call("v1/analyze", { tokenizer, word, n: 5 });
export const explain = (tokenizer, word) => call("v1/explain", { tokenizer, word });
