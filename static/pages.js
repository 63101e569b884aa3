/* Keys for walking through disagreements, filters that act at once, arcs that unfold. The pages work
   without it: every step is also a link, every filter has a button. */
"use strict";

(() => {
  const items = Array.from(document.querySelectorAll("[data-item]"));
  let current = -1;

  function mark(place) {
    document.querySelectorAll(".current").forEach((element) => element.classList.remove("current"));
    current = place;
    const item = items[place];
    item.classList.add("current");
    for (const arc of document.querySelectorAll(".arcs a")) {
      arc.classList.toggle("current", arc.getAttribute("href") === "#" + item.id);
    }
  }

  function show(place) {
    mark(place);
    const item = items[place];
    history.replaceState(null, "", "#" + item.id);
    item.focus({ preventScroll: true });
    const sentence = item.closest(".sentence") || item;
    const fits = sentence.getBoundingClientRect().height < window.innerHeight;
    (fits ? sentence : item).scrollIntoView({ block: fits ? "center" : "nearest" });
    const arc = document.querySelector(".arcs a.current");
    if (arc) {
      arc.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }

  function nearest() {
    // Without a current item: the first one that is not above the window.
    const place = items.findIndex((item) => item.getBoundingClientRect().bottom > 0);
    return place < 0 ? items.length - 1 : place;
  }

  function step(by) {
    if (!items.length) {
      return;
    }
    if (current < 0) {
      show(nearest());
      return;
    }
    const place = current + by;
    if (place >= 0 && place < items.length) {
      show(place);
      return;
    }
    const page = document.querySelector(by > 0 ? "a[rel=next]" : "a[rel=prev]");
    if (page) {
      location.href = page.href.split("#")[0] + (document.getElementById("items") ? "#items" : "");
    }
  }

  function press(css, within = document) {
    const there = within && within.querySelector(css);
    if (there) {
      there.click();
    }
  }

  const ofCurrent = (css) => () => press(css, items[current]);

  function toFilters() {
    const first = document.querySelector(".filters select, .filters input");
    if (first) {
      first.focus();
      first.scrollIntoView({ block: "nearest" });
    }
  }

  /* brat has one other tab, which comes to the front; a link alone would leave it behind. */

  function openNamed(event) {
    const link = event.target.closest("a[target=brat]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    const opened = window.open(link.href, link.target);
    if (opened) {
      opened.focus();
    }
  }

  /* The mirrored arcs of a place, from the page of its document. */

  async function unfold(details) {
    const { from, sentence } = details.dataset;
    if (!details.open || !from) {
      return;
    }
    delete details.dataset.from;
    try {
      const answer = await fetch(from, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const picture = page.querySelector(`#${sentence} .picture, #${sentence} .span-picture`);
      if (picture) {
        for (const link of picture.querySelectorAll("a[href^='#']")) {
          link.setAttribute("href", from.split("#")[0] + link.getAttribute("href"));
        }
        details.querySelector("p").before(document.importNode(picture, true));
      }
    } catch {
      details.dataset.from = from; // the link beside it is still there
    }
  }

  /* A filter acts when it is chosen by mouse or touch; by keys with Enter, as arrows only look. */

  function actAtOnce() {
    let pointed = false;
    document.documentElement.classList.add("scripted");
    document.addEventListener("pointerdown", () => { pointed = true; }, true);
    document.addEventListener("keydown", (event) => {
      pointed = false;
      if (event.key === "Enter" && event.target.matches("[data-submits] select")) {
        event.preventDefault();
        event.target.form.requestSubmit();
      }
    });
    document.addEventListener("change", (event) => {
      const form = event.target.closest("[data-submits]");
      if (form && (pointed || event.target.matches("input"))) {
        form.requestSubmit();
      }
    });
    // Only what is chosen stands in the address.
    document.addEventListener("formdata", (event) => {
      if (event.target.matches("[data-submits]")) {
        for (const [name, value] of Array.from(event.formData)) {
          if (!value) {
            event.formData.delete(name);
          }
        }
      }
    });
  }

  function asks(event) {
    const button = event.target.closest("button[data-asks]");
    if (button && !window.confirm(button.dataset.asks)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  /* Copies a text that stands on the page; where the browser keeps the clipboard closed, as it does
     without https, the text is selected and copied the old way. */

  /* Pictures hold their colours, so they are complete without the style sheet of the page. */

  function offerToSave(picture) {
    const title = picture.querySelector(":scope > title");
    const name = title ? title.textContent : picture.getAttribute("aria-label");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "save";
    button.textContent = "Save as SVG";
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      const file = new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
      link.href = URL.createObjectURL(file);
      link.download = name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) + ".svg";
      link.click();
      URL.revokeObjectURL(link.href);
    });
    picture.after(button);
  }

  async function copy(button) {
    const text = document.getElementById(button.dataset.copies);
    let done = true;
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      done = document.execCommand("copy");
    }
    const before = button.textContent;
    button.textContent = done ? "Copied" : "Selected";
    button.classList.toggle("done", done);
    document.getElementById("copied").textContent = done ? "Copied." : "Selected: copy it with the keys.";
    setTimeout(() => {
      button.textContent = before;
      button.classList.remove("done");
    }, 2000);
  }

  /* While figures are computed, without loading the page again, so that nobody who listens to it or
     has enlarged it is thrown back to the top. */

  function waitForFigures() {
    setTimeout(async () => {
      try {
        const answer = await fetch(location.href, { credentials: "same-origin" });
        if (answer.status !== 202) {
          location.reload();
          return;
        }
      } catch {
        // asked again
      }
      waitForFigures();
    }, 2000);
  }

  /* Who speaks to the browser, or touches keys by chance, can switch the keys off. */

  const KEPT = "brat-iaa keys";
  const root = document.documentElement;

  function keptOff() {
    try {
      return localStorage.getItem(KEPT) === "off";
    } catch {
      return false; // a browser that keeps nothing
    }
  }

  const keysHelp = document.getElementById("keys");

  function help() {
    if (!keysHelp.open) {
      keysHelp.showModal();
    }
  }

  function switchKeys(event) {
    root.classList.toggle("keyless", !event.target.checked);
    try {
      localStorage.setItem(KEPT, event.target.checked ? "on" : "off");
    } catch {
      // until the next page
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
      return;
    }
    if (event.target.closest("input, select, textarea, dialog") || root.classList.contains("keyless")) {
      return;
    }
    // Arrows scroll whatever can scroll sideways; there they do not step.
    const scrolls = event.target.closest(".scroll, .picture");
    const actions = {
      j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1),
      o: ofCurrent("a.brat"), s: ofCurrent("a.both"), a: ofCurrent(".arcs-of summary"),
      f: toFilters, "?": help,
    };
    if (/^[0-9]$/.test(event.key) && document.querySelector(`a[data-key="${event.key}"]`)) {
      actions[event.key] = () => press(`a[data-key="${event.key}"]`);
    }
    if (!scrolls) {
      actions.ArrowRight = () => step(1);
      actions.ArrowLeft = () => step(-1);
    }
    if (Object.hasOwn(actions, event.key)) {
      event.preventDefault();
      actions[event.key]();
    }
  });

  function follow() {
    const place = items.findIndex((item) => "#" + item.id === location.hash);
    if (place >= 0) {
      mark(place);
    }
  }

  window.addEventListener("hashchange", follow);
  document.addEventListener("click", openNamed);
  document.addEventListener("click", asks, true);
  document.addEventListener("toggle", (event) => {
    if (event.target.matches(".arcs-of")) {
      unfold(event.target);
    }
  }, true);
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
  document.querySelectorAll(".picture > svg").forEach(offerToSave);
  actAtOnce();
  follow();
  // The row of pages scrolls where it is narrow.
  const pages = document.querySelector(".top nav");
  const here = pages.querySelector("[aria-current]");
  if (here) {
    pages.scrollLeft = here.offsetLeft + here.offsetWidth - pages.offsetLeft - pages.clientWidth / 2;
  }
  if (document.querySelector("[data-waits]")) {
    waitForFigures();
  }
  const keys = document.querySelector("button.keys");
  keys.hidden = false;
  keys.addEventListener("click", help);
  const box = keysHelp.querySelector("[name=keys]");
  box.checked = !keptOff();
  box.addEventListener("change", switchKeys);
  keysHelp.querySelector("button").addEventListener("click", () => keysHelp.close());
  root.classList.toggle("keyless", !box.checked);
})();
