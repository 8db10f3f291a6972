// What the theme lacks for readers without a mouse: a table that scrolls can be focused, and each `nav` has a name. The theme adds those of
// code blocks later, so what is added is looked at too.
function complete() {
  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    table.tabIndex = 0;
  }
  for (const nav of document.querySelectorAll("nav:not([aria-label]):not([aria-labelledby])")) {
    nav.setAttribute("aria-label", nav.matches(".md-code__nav") ? "Code" : "Links");
    if (nav.matches(".md-code__nav")) nav.setAttribute("role", "group"); // there may be many on a page, and they lead nowhere
  }
}
complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
