// What a token says, in plain words: its units with the role and the meaning of each.
//
// The string of a token names its units, joined by "·": `<mark>`, `+affix`, `+pat___tern`, and roots or stems. The affixes of MFT have
// glosses, in the same order, which `glosses.json` puts into words; units of Splinter are in that table themselves.

let words = {};
export const setWords = (table) => { words = table; };

// The words of "ablative (from)" are "from"; those of "plural" are "plural". Behind a colon, and in parts without words, a gloss names
// one of several affixes of one meaning: ACT:US, CAUS.T.
const inner = (name) => name.match(/\(([^)]*)\)$/u)?.[1] ?? name;
const parts = (gloss, name) => gloss.split(".").filter((part) => words[part]).map((part) => name(words[part])).join(", ") || gloss.toLowerCase();
const put = (gloss, name) => (words[gloss] ? name(words[gloss]) : parts(gloss, name));

export const plain = (gloss) => put(gloss.replace(/:.*/u, ""), inner);
export const named = (gloss) => put(gloss.replace(/:.*/u, ""), (name) => name);

const OF_UNITS = new Set(["root", "stem", "affix", "pattern", "word"]);
const MARKS = { "<title>": "capital", "<upper>": "capitals", "<join>": "no space", "<plain>": "plain letters" };
const ROLES = { symbol: "sign", space: "space", mark: "mark", special: "special", phrase: "phrase" };

export function units(token) {
  if (!OF_UNITS.has(token.kind)) return [{ role: ROLES[token.kind] ?? "piece", text: token.token, meaning: token.kind === "mark" ? (MARKS[token.token] ?? "mark") : "" }];
  const glosses = (token.gloss ?? "").split("-").filter(Boolean);
  return token.token.split(/(?<!\\)·/u).map((unit) => {
    const text = unit.replace(/^▁/u, "").replace(/(?<=.)\/[a-z]{2}$/u, ""); // a union names the language after a slash
    if (/^<\w+>$/u.test(unit)) return { role: "mark", text, meaning: MARKS[unit] ?? "mark" };
    if (!unit.startsWith("+")) return { role: "root", text, meaning: token.kind === "stem" ? "stem" : "root" };
    const gloss = glosses.shift();
    if (gloss) return { role: "affix", text, gloss, meaning: plain(gloss) };
    const isPattern = unit.includes("_");
    const known = words[unit.replace(/\[.\]/u, "")];
    return { role: "affix", text: text.slice(1), meaning: known ? inner(known) : isPattern ? "pattern" : "affix" };
  });
}

// The class of a token, which decides its colour: root, affix, both, piece, or another role.
export function roleOf(token) {
  if (token.kind === "word" && !token.token.includes("·")) return "both";
  if (/^[^\p{L}\p{N}]+$/u.test(token.surface.trim())) return "sign";
  const roles = new Set(units(token).map((unit) => unit.role).filter((role, _, all) => role !== "mark" || all.length === 1));
  return roles.size > 1 ? "both" : [...roles][0];
}

// Units of Hebrew are named with the letters that stand inside a word; five letters have another form at its end.
const FINAL = { כ: "ך", מ: "ם", נ: "ן", פ: "ף", צ: "ץ" };
export const final = (text) => text.replace(/[כמנפצ]$/u, (letter) => FINAL[letter]);

// What stands below a token, a line for each unit. A root is named where its letters cannot be told from the others.
export function label(token, isApart) {
  if (roleOf(token) === "sign") return "";
  const known = units(token).filter((unit) => unit.meaning && unit.role !== "mark");
  if (token.kind === "word" && known.length === 1) return "word";
  const isNamed = (unit) => unit.role === "root" ? isApart || known.length > 1 : unit.meaning === "pattern";
  return known.map((unit) => (isNamed(unit) ? `${unit.meaning} \u2068${final(unit.text)}\u2069` : unit.meaning)).join("\n");
}
