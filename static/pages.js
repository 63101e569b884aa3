/* Keys for walking through disagreements. The pages work without it: every step is also a link. */
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

  function openInBrat() {
    const link = items[current] && items[current].querySelector("a.brat");
    if (link) {
      window.open(link.href, "_blank", "noopener,noreferrer");
    }
  }

  const KEYS = [
    ["j, n, →", "next disagreement"],
    ["k, p, ←", "previous disagreement"],
    ["o", "open it in brat (the first annotator’s document)"],
    ["?", "this help; Esc closes it"],
  ];

  function help() {
    let dialog = document.querySelector("dialog");
    if (!dialog) {
      dialog = document.createElement("dialog");
      const title = document.createElement("h2");
      title.textContent = "Keys";
      const list = document.createElement("dl");
      for (const [keys, meaning] of KEYS) {
        const term = document.createElement("dt");
        for (const key of keys.split(", ")) {
          const element = document.createElement("kbd");
          element.textContent = key;
          term.append(element, " ");
        }
        const description = document.createElement("dd");
        description.textContent = meaning;
        list.append(term, description);
      }
      const close = document.createElement("button");
      close.textContent = "Close";
      close.addEventListener("click", () => dialog.close());
      dialog.append(title, list, close);
      document.body.append(dialog);
    }
    if (!dialog.open) {
      dialog.showModal();
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
      return;
    }
    if (event.target.closest("input, select, textarea, dialog")) {
      return;
    }
    // Arrows scroll whatever can scroll sideways; there they do not step.
    const scrolls = event.target.closest(".scroll, .picture");
    const actions = { j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1), o: openInBrat, "?": help };
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
  follow();
  for (const hint of document.querySelectorAll(".keys-hint")) {
    hint.hidden = false;
  }
})();
