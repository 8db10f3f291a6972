// What the theme lacks for readers without a mouse: a table that scrolls can be focused, and each `nav` has a name. The theme adds those of
// code blocks later, so what is added is looked at too.
let blocks = 0;
function complete() {
  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    table.tabIndex = 0;
  }
  document.querySelectorAll(".md-nav--secondary nav").forEach((nav, place) => nav.setAttribute("aria-label", `Contents ${place + 1}`));
  for (const nav of document.querySelectorAll("nav:not([aria-label]):not([aria-labelledby])")) {
    nav.setAttribute("aria-label", nav.matches(".md-code__nav") ? `Code ${++blocks}` : "Links"); // no two of a page have one name
  }
}
complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
