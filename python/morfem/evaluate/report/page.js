// Compares two tokenizers: the figures in which they differ, and the words that they cut most differently.
"use strict";
(() => {
  const record = JSON.parse(document.getElementById("record").textContent);
  const section = document.getElementById("comparison");
  const form = section.querySelector("form");
  const more = section.querySelector("button");
  const step = 25;
  let shown = step;

  const element = (name, content = "", style = "") => {
    const made = document.createElement(name);
    made.append(...[content].flat());
    if (style) made.className = style;
    return made;
  };
  const number = (value, digits) =>
    value === null || value === undefined ? "–" : value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
  const pValue = (value) => (value < 0.001 ? "< .001" : value.toFixed(3).replace(/^0/, ""));
  const fill = (table, head, rows) => {
    table.tHead.replaceChildren(head);
    table.tBodies[0].replaceChildren(...rows);
  };
  const header = (...names) => element("tr", names.map((name) => element("th", name)));

  // The paired test of a figure, as first less second.
  const test = (figure, first, second) => {
    for (const [a, b, difference, low, high, p] of figure.tests) {
      if (a === first && b === second) return { difference, low, high, p };
      if (a === second && b === first) return { difference: -difference, low: -high, high: -low, p };
    }
    return null;
  };

  const differences = (first, second, data, whole) => {
    const rows = [];
    let before = null;
    for (const figure of record.figures) {
      const [a, b] = [figure.values[first], figure.values[second]];
      if ((data && figure.data !== data) || (!whole && !figure.headline) || a === undefined || b === undefined) continue;
      const found = test(figure, first, second);
      const known = a !== null && b !== null;
      const digits = figure.digits;
      const is_different = found !== null && found.p < record.level;
      const better = is_different ? Math.sign(found.difference) * figure.better : 0;
      if (figure.data !== before) {
        const group = element("th", figure.data);
        group.colSpan = 5;
        rows.push(element("tr", group));
        before = figure.data;
      }
      const row = element("tr");
      row.append(
        element("td", [element("span", figure.metric), figure.name]),
        element("td", number(a, digits), better > 0 ? "better" : ""),
        element("td", number(b, digits), better < 0 ? "better" : ""),
        element("td", [
          known ? (a > b ? "+" : "") + number(a - b, digits) : "–",
          ...(found ? [element("small", number(found.low, digits) + " to " + number(found.high, digits))] : []),
        ]),
        element("td", found ? pValue(found.p) : ""),
      );
      rows.push(row);
    }
    const names = ["", record.tokenizers[first], record.tokenizers[second], "difference", "p"];
    fill(section.querySelector(".differences"), header(...names), rows);
  };

  const pieces = (word, ends, name) => {
    const cell = element("td");
    cell.dataset.name = name;
    if (ends) {
      const letters = Array.from(word);
      const cuts = [0, ...ends, letters.length];
      const shape = element("bdi", ends.map((_, at) => at).concat(ends.length).map((at) => element("i", letters.slice(cuts[at], cuts[at + 1]).join(""))), "pieces");
      shape.dir = "auto";
      cell.append(shape);
    }
    return cell;
  };

  // Cuts that only one of the two makes, most first; of words with as many, the more frequent one first.
  const distance = (a, b) => a.filter((cut) => !b.includes(cut)).length + b.filter((cut) => !a.includes(cut)).length;
  const words = (first, second, data) => {
    // A word of several data sets is shown once, with its gold if one of them has it.
    const once = new Map();
    for (const word of record.words) {
      const known = once.get(word[1]);
      if ((!data || word[0] === data) && (!known || (word[4] && !known[4]))) once.set(word[1], word);
    }
    const found = [...once.values()]
      .filter((word) => word[3][first] && word[3][second])
      .map((word) => ({ word, far: distance(word[3][first], word[3][second]) }))
      .filter((entry) => entry.far > 0)
      .sort((a, b) => b.far - a.far || b.word[2] - a.word[2]);
    const [one, two] = [record.tokenizers[first], record.tokenizers[second]];
    const has_gold = found.some((entry) => entry.word[4]);
    const rows = found.slice(0, shown).map(({ word: [, word, count, ends, gold] }) =>
      element("tr", [
        pieces(word, ends[first], one),
        pieces(word, ends[second], two),
        ...(has_gold ? [pieces(word, gold, gold ? "gold" : "")] : []),
        element("td", number(count, 0) + " ×"),
      ]),
    );
    if (!rows.length) rows.push(element("tr", [element("td", "They cut every word alike."), element("td")]));
    fill(section.querySelector(".words"), header(one, two, ...(has_gold ? ["gold"] : []), "count"), rows);
    more.hidden = found.length <= shown;
  };

  const update = () => {
    const [first, second, data] = [Number(form.first.value), Number(form.second.value), form.elements.data.value];
    differences(first, second, data, form.whole.checked);
    words(first, second, data);
  };
  const options = (select, names, chosen) =>
    select.append(...names.map(([value, name]) => Object.assign(element("option", name), { value, selected: value === chosen })));

  const tokenizers = record.tokenizers.map((name, index) => [index, name]);
  const data = [...new Set([...record.figures.map((figure) => figure.data), ...record.words.map((word) => word[0])])];
  options(form.first, tokenizers, 0);
  options(form.second, tokenizers, 1);
  options(form.elements.data, [["", "all"], ...data.map((name) => [name, name])], "");
  form.addEventListener("change", () => {
    shown = step;
    update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    shown += step;
    update();
  });
  if (record.tokenizers.length > 1) update();

  // Says of tables that are wider than the window that they can be scrolled, also when a fold-out shows them.
  const hint = () => document.querySelectorAll(".scroll").forEach((box) => box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1));
  addEventListener("resize", hint);
  document.addEventListener("toggle", hint, true);
  form.addEventListener("change", hint);
  hint();
})();
