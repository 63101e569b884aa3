/* Keys for deciding on places one by one, and what is settled in brat meanwhile: the own disagreements, and adjudication. The pages work without it. */
"use strict";

(() => {
  const EVERY = 20000; // milliseconds between two questions whether anything has changed
  const aloud = document.getElementById("aloud");
  let root = document.getElementById("review");
  let busy = false; // a key pressed while the next item is on its way must not decide on it
  let looking = false; // whether something has changed is being asked
  let late = false; // something has changed while a comment was being typed

  const find = (css) => root.querySelector(css);
  const comment = () => find("textarea");

  /* What is typed stays until it is saved, over reloads and other items too. */

  function draftName() {
    return ["brat-iaa", root.dataset.viewer, location.pathname, root.dataset.item].join(" ");
  }

  function keepDraft() {
    const box = comment();
    if (!box) {
      return;
    }
    const changed = box.value !== box.defaultValue;
    try {
      if (changed) {
        sessionStorage.setItem(draftName(), box.value);
      } else {
        sessionStorage.removeItem(draftName());
      }
    } catch {
      // a browser that keeps nothing
    }
    note(changed);
  }

  function forgetDraft() {
    try {
      sessionStorage.removeItem(draftName());
    } catch {
      // likewise
    }
  }

  function bringDraft() {
    const box = comment();
    if (!box) {
      return;
    }
    try {
      const draft = sessionStorage.getItem(draftName());
      if (draft !== null && draft !== box.value) {
        box.value = draft;
      }
    } catch {
      // likewise
    }
    note(box.value !== box.defaultValue);
  }

  function note(changed) {
    const place = document.getElementById("comment-note");
    place.dataset.plain = place.dataset.plain || place.textContent;
    const decided = find("[data-save]");
    const how = decided ? "not saved yet; Ctrl+Enter saves it" : "goes with your decision: Esc, then its key";
    place.textContent = changed ? how : place.dataset.plain;
  }

  /* Other items, without loading the whole page. */

  function say(text) {
    aloud.textContent = "";
    aloud.textContent = text.replace(/\s+/g, " ").trim();
  }

  function problem(text, next) {
    const before = find(".flash.problem");
    if (before) {
      before.remove();
    }
    const line = document.createElement("p");
    line.className = "flash problem";
    line.setAttribute("role", "alert");
    line.textContent = text + " ";
    if (next) {
      const link = document.createElement("a");
      link.href = next;
      link.textContent = "Go on";
      line.append(link);
    }
    (find(".one") || root).prepend(line);
  }

  async function load(address, { push = true, focus = true } = {}) {
    const answer = await fetch(address, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("review");
    if (!fresh || fresh.dataset.viewer !== root.dataset.viewer) {
      location.href = address; // closed meanwhile, or somebody else's
      return;
    }
    const focused = root.contains(document.activeElement);
    root.replaceWith(fresh);
    root = fresh;
    late = false;
    document.title = page.title;
    if (push) {
      history.pushState(null, "", address);
    }
    shown();
    say(saidFirst() + " " + (find(".meter") || root).textContent);
    if (focus || focused) {
      start(new URL(address, location.href).hash);
    }
  }

  /* What was just said, without the links behind it. */

  function saidFirst() {
    const flash = find(".flash");
    if (!flash) {
      return "";
    }
    const copy = flash.cloneNode(true);
    copy.querySelectorAll("a").forEach((link) => link.remove());
    return copy.textContent;
  }

  function shown() {
    bringDraft();
    const mark = find(".whole-sentence mark");
    const box = find(".whole-sentence");
    if (mark && box.scrollHeight > box.clientHeight) {
      box.scrollTop = mark.offsetTop - box.clientHeight / 2;
    }
    const row = find(".queue [aria-current]");
    if (row) {
      const queue = row.closest(".queue");
      queue.scrollTop = row.offsetTop - queue.clientHeight / 2;
    }
    if (root.dataset.address) {
      // The item itself, so that loading again shows the same one.
      history.replaceState(null, "", root.dataset.address + location.hash);
    }
  }

  function start(hash) {
    const place = document.getElementById(hash.slice(1) || "one");
    if (place) {
      place.focus({ preventScroll: true });
      place.scrollIntoView({ block: "nearest" });
    }
    if (!hash) {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  }

  async function alone(work) {
    if (busy) {
      return;
    }
    busy = true;
    try {
      await work();
    } catch (error) {
      problem("The pages do not answer just now; nothing was changed. Try again in a moment.");
    } finally {
      busy = false;
    }
  }

  const go = (address, how) => alone(() => load(address, how));

  async function send(form, button) {
    const data = new URLSearchParams(new FormData(form));
    data.set(button.name, button.value);
    const address = new URL(button.getAttribute("formaction") || form.getAttribute("action"), location.href);
    address.searchParams.set("format", "json");
    const typed = comment() ? comment().value : "";
    const answer = await fetch(address, { method: "POST", body: data, credentials: "same-origin" });
    let said = {};
    try {
      said = await answer.json();
    } catch {
      // no JSON: a server in front of the pages has answered
    }
    if (answer.ok) {
      const undone = button.dataset.undo === "this" && typed;
      if (data.get("item") === root.dataset.item && button.name === "decision") {
        forgetDraft();
      }
      await load(said.next);
      if (undone && comment() && !comment().value) {
        comment().value = typed;
        keepDraft();
      }
    } else if (answer.status === 409 && !typed.trim()) {
      await load(said.next);
      problem(said.error + ".");
    } else if (answer.status === 403) {
      await load(root.dataset.address || location.href, { push: false });
      problem("The page was too old, or you are logged out; this was not kept. It is loaded again: repeat it.");
    } else {
      problem(said.error ? said.error + ". " + said.reason : "The pages do not answer. This was not kept.", said.next);
    }
  }

  /* What was corrected in brat. */

  function typing() {
    const active = document.activeElement;
    return active && (active.matches("textarea, select") || active.closest("dialog"));
  }

  async function look() {
    if (busy || looking || document.hidden || !root.dataset.json) {
      return;
    }
    const asked = root;
    looking = true; // keys are taken meanwhile
    try {
      const answer = await fetch(root.dataset.json, { credentials: "same-origin" });
      const page = answer.ok ? await answer.json() : null;
      if (page && !busy && root === asked && page.version !== root.dataset.version) {
        if (typing()) {
          late = true;
          if (page.asked_is_gone) {
            problem("This has been resolved meanwhile. Your comment stays here until you leave it with Esc.");
          }
        } else {
          await alone(() => load(root.dataset.address || location.href, { push: false, focus: false }));
        }
      }
    } catch {
      // no answer: the next time
    } finally {
      looking = false;
    }
  }

  /* Keys. */

  function press(css) {
    const there = find(css);
    if (there) {
      there.click();
    }
    return there;
  }

  function toComment() {
    const box = comment();
    if (box) {
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    }
  }

  /* What the page itself gives a key. */

  function own(event) {
    const there = /^[a-z0-9]$/.test(event.key) && find(`[data-key="${event.key}"]`);
    if (!there || !there.matches("a, button")) {
      return false;
    }
    if (!event.repeat || "jk".includes(event.key)) {
      there.click();
    }
    return true;
  }

  function focusOn(css) {
    const there = find(css);
    if (there) {
      there.focus();
      there.scrollIntoView({ block: "nearest" });
    }
    return there;
  }

  const step = (key) => () => press(`[data-key=${key}]`);
  const KEYS = {
    n: step("j"), ArrowRight: step("j"),
    p: step("k"), ArrowLeft: step("k"),
    u: () => press("[data-undo=said]") || press("[data-undo=this]"),
    c: toComment,
    f: () => focusOn("[data-key=f]"),
    d: () => focusOn(".say-done button"),
    g: () => focusOn("[data-gold]"),
  };

  function leaveComment() {
    document.getElementById("one").focus({ preventScroll: true });
    if (late) {
      go(root.dataset.address || location.href, { push: false });
    }
  }

  function inComment(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      leaveComment();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!press("[data-save]")) {
        leaveComment();
        say("It goes with your decision: press its key.");
      }
    }
  }

  window.addEventListener(
    "keydown",
    (event) => {
      if (event.target.closest && event.target.closest("textarea")) {
        inComment(event);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (event.key === "Escape" && event.target.closest("select")) {
        document.getElementById("one").focus({ preventScroll: true });
        return;
      }
      const off = document.documentElement.classList.contains("keyless"); // see pages.js
      if (off || event.target.closest("input, select, dialog") || document.querySelector("dialog[open]")) {
        return;
      }
      if (own(event)) {
        event.preventDefault();
        return;
      }
      const sideways = event.key.startsWith("Arrow") && event.target.closest(".scroll");
      if (Object.hasOwn(KEYS, event.key) && !sideways) {
        event.preventDefault();
        if (!event.repeat || "jnkp".includes(event.key) || event.key.startsWith("Arrow")) {
          KEYS[event.key]();
        }
      }
    },
    true
  );

  function inBrat(address) {
    const brat = window.open(address, "brat");
    if (brat) {
      brat.focus();
    }
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const link = event.target.closest("a");
    if (!link || !root.contains(link)) {
      return;
    }
    if ("go" in link.dataset) {
      event.preventDefault();
      go(link.getAttribute("href"));
    }
  });

  document.addEventListener("submit", (event) => {
    if (root.contains(event.target) && event.target.method === "post" && event.submitter && !("whole" in event.target.dataset)) {
      event.preventDefault();
      if (event.submitter.dataset.opens) {
        inBrat(event.submitter.dataset.opens);
      }
      alone(() => send(event.target, event.submitter));
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target === comment()) {
      keepDraft();
    }
  });

  window.addEventListener("popstate", () => go(location.href, { push: false }));
  window.addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
  shown();
})();
