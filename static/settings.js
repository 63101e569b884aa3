/* Line numbers beside the text of iaa.conf, and the way from an error to its line. The page works
   without it: each error says its line and what is in it. */
"use strict";

(() => {
  const area = document.getElementById("text");
  if (!area) {
    return;
  }
  const box = document.querySelector(".conf");
  const gutter = document.querySelector(".gutter");

  function number(wrong) {
    const rows = area.value.split("\n").map((_, row) => {
      const line = document.createElement(wrong.includes(row + 1) ? "mark" : "span");
      line.textContent = `${row + 1}\n`;
      return line;
    });
    gutter.replaceChildren(...rows);
    area.rows = Math.max(rows.length + 1, 24); // the box scrolls both
  }

  function show(line) {
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus({ preventScroll: true });
    area.setSelectionRange(start, start + (lines[line - 1] || "").length);
    box.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
    box.scrollIntoView({ block: "nearest" });
  }

  const links = Array.from(document.querySelectorAll("[data-line]"));
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(Number(link.dataset.line));
    });
  }
  // Once something is typed, the numbers of the lines may be others.
  area.addEventListener("input", () => number([]));
  number(links.map((link) => Number(link.dataset.line)));
})();
