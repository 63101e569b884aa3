"""What every page owes everybody, measured in a real Chromium: WCAG 2.2, level AA, as far as a
program can tell. Each script returns what is wrong, in words.
"""

import json

from waiting import wait_until

_VISIBLE = r"""
const box = (one) => one.getBoundingClientRect();
const visible = (one) => one.checkVisibility({ visibilityProperty: true }) &&
  box(one).width > 1 && box(one).height > 1 && !one.closest(".aloud, .skip");
const name = (one) => (one.outerHTML || "").replace(/\s+/g, " ").slice(0, 120);
"""
UNFOLD = r"""
window.unfolded = [...document.querySelectorAll("details:not([open])")];
unfolded.forEach((one) => { one.open = true; });
return [];
"""
# What is unfolded for the first time fetches its picture; see static/pages.js.
FETCHED = r"""
return [...document.querySelectorAll(".arcs-of[open]")].every((one) =>
  one.querySelector(".picture, .span-picture"));
"""
FOLD = r"""
(window.unfolded || []).forEach((one) => { one.open = false; });
return [];
"""
# 1.4.10: no scrolling in two directions, whatever is unfolded.
WIDE = r"""
const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
return beyond > 0 ? [`${beyond} pixels too wide`] : [];
"""
# 1.3.1 and 2.4.6
HEADINGS = r"""
const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((one) => Number(one.tagName[1]));
const wrong = levels.filter((level, place) => place ? level > levels[place - 1] + 1 : level !== 1);
return levels.filter((level) => level === 1).length === 1 && !wrong.length ? [] : [levels.join()];
"""
LANDMARKS = r"""
const named = [...document.querySelectorAll(
  "nav, section[aria-labelledby], section[aria-label], search, [role=region]")].map((one) =>
  [one.tagName === "DIV" ? "SECTION" : one.tagName, one.getAttribute("aria-label") || (
  document.getElementById(one.getAttribute("aria-labelledby")) || {}).textContent || ""].join(" "));
return named.filter((one, place) => named.indexOf(one) !== place || one.endsWith(" ")).concat(
  document.querySelectorAll("main").length === 1 ? [] : ["one main"]);
"""
# 4.1.2
NAMES = (
    _VISIBLE
    + r"""
return [...document.querySelectorAll(
  "a[href], button, summary, select, textarea, input:not([type=hidden])")].filter((one) =>
  visible(one) && !one.ariaLabel && !(one.labels ? one.labels.length || one.matches("button") &&
  one.textContent.trim() : one.textContent.trim())).map(name);
"""
)
# 2.5.8: 24 by 24 pixels, or as much room around; not in a sentence, nor where the page has the same
# way in another place: labels in a text are also in the list of what differs.
TARGETS = (
    _VISIBLE
    + r"""
const targets = [...document.querySelectorAll(
  "a[href], button, summary, select, textarea, input:not([type=hidden])")].filter((one) =>
  visible(one) && !one.closest("svg") && !one.matches(".tag, .here"));
const hit = (one) => box(one.matches("[type=radio], [type=checkbox]") && one.closest("label") || one);
const inside = (box, of) => box.top >= of.top - 1 && box.bottom <= of.bottom + 1;
const shown = targets.map((one) => ({ one, box: hit(one), queue: one.closest(".queue") })).filter(
  ({ box, queue }) => !queue || inside(box, queue.getBoundingClientRect()));
const inSentence = (one) => {
  let block = one.parentElement;
  while (getComputedStyle(block).display === "inline") block = block.parentElement;
  const links = [...block.querySelectorAll("a, button")].map((link) => link.innerText).join("");
  return getComputedStyle(one).display === "inline" &&
    block.innerText.replace(/\s/g, "").length > links.replace(/\s/g, "").length + 8;
};
const small = (box) => Math.min(box.width, box.height) < 23.9;
const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const room = (mine, other) => {
  const [x, y] = middle(mine), [u, v] = middle(other);
  return small(other) ? Math.hypot(x - u, y - v) / 2 : Math.hypot(
    Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom));
};
return shown.filter(({ one, box }) => small(box) && !inSentence(one) && shown.some((other) =>
  other.one !== one && !one.contains(other.one) && !other.one.contains(one) &&
  room(box, other.box) < 11.5)).map(({ one }) => name(one));
"""
)
# 1.4.3; large is 24 pixels, or 18.66 in bold.
CONTRAST = (
    _VISIBLE
    + r"""
const parts = (color) => {
  const numbers = color.match(/[\d.]+/g).map(Number), wide = color.startsWith("color(srgb");
  return [...numbers.slice(0, 3).map((one) => one * (wide ? 255 : 1)), numbers[3] ?? 1];
};
const over = (top, below, share) =>
  top.slice(0, 3).map((one, place) => one * share + below[place] * (1 - share));
const light = (color) => color.slice(0, 3).map((one) => one / 255).map((one) =>
  one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4).reduce(
  (sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
const once = (of, known = new Map()) => (one) => {
  if (!known.has(one)) known.set(one, of(one));
  return known.get(one);
};
const behind = once((one) => {
  if (!one) return [255, 255, 255];
  const own = parts(getComputedStyle(one).backgroundColor);
  return own[3] === 1 ? own : over(own, behind(one.parentElement), own[3]);
});
const opacity = once((one) =>
  one ? getComputedStyle(one).opacity * opacity(one.parentElement) : 1);
const low = new Map(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const one = texts.currentNode.parentElement, style = getComputedStyle(one), seen = opacity(one);
  if (!texts.currentNode.data.trim() || !visible(one) || !seen || one.matches("script, style, option"))
    continue;
  const ink = parts(one.closest("svg") ? style.fill : style.color);
  // Light words in a picture stand on the bar that was drawn before them.
  let bar = one.matches("text.f-paper") ? one.previousElementSibling : null;
  while (bar && bar.tagName !== "rect") bar = bar.previousElementSibling;
  const paper = bar ? parts(getComputedStyle(bar).fill) : behind(one);
  const [more, less] = [light(over(ink, paper, ink[3] * seen)), light(paper)].sort((a, b) => b - a);
  const ratio = (more + 0.05) / (less + 0.05), size = parseFloat(style.fontSize);
  const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
  if (ratio < (large ? 3 : 4.5)) low.set(`${ratio.toFixed(2)} ${name(one)}`);
}
return [...low.keys()];
"""
)
# 2.4.7 and 2.4.11, for the first two of each kind; and what scrolls can be reached by keys (2.1.1).
FOCUS = (
    _VISIBLE
    + r"""
const wrong = [], known = {};
const looks = (one) => [one, ...one.querySelectorAll(".line, text")].map((part) => {
  const { outline, boxShadow, borderColor, strokeWidth, textDecoration, left } = getComputedStyle(part);
  return [outline, boxShadow, borderColor, strokeWidth, textDecoration, left].join();
}).join();
const reaches = "a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex='0']";
for (const one of document.querySelectorAll(reaches)) {
  const kind = [one, one.parentElement].map((part) => part.tagName + part.getAttribute("class")).join();
  if (known[kind] > 1 || !visible(one)) continue;
  known[kind] = (known[kind] || 0) + 1;
  const before = looks(one);
  one.focus({ focusVisible: true });
  if (looks(one) === before) wrong.push("focus not seen: " + name(one));
  const { left, right, top, bottom } = box(one);
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const points = [top + 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2, bottom - 2];
  const meets = (there) => there && (one.contains(there) || there.contains(one));
  if (!points.some((y) => meets(document.elementFromPoint(x, y))))
    wrong.push("focus hidden: " + name(one));
}
document.activeElement.blur();
for (const one of document.querySelectorAll("main *")) {
  const { overflowX, overflowY } = getComputedStyle(one);
  const scrolls = (overflow, whole, seen) => /auto|scroll/.test(overflow) && whole > seen + 1;
  if ((scrolls(overflowX, one.scrollWidth, one.clientWidth) ||
      scrolls(overflowY, one.scrollHeight, one.clientHeight)) &&
      one.tabIndex < 0 && !one.querySelector(reaches)) wrong.push("scrolls: " + name(one));
}
return wrong;
"""
)
# Printed: black on white, nothing to press but values on which somebody decides, nothing left over
# of what is not printed.
PAPER = (
    _VISIBLE
    + r"""
const wrong = [...document.querySelectorAll("nav a:not(.home), button")].filter((one) =>
  visible(one) && !one.closest(".option")).map(name);
for (const one of document.querySelectorAll("main section")) {
  const shown = [...one.children].filter(visible);
  if (shown.length && shown.every((part) => part.matches("h2, h3"))) wrong.push(name(one));
}
const paper = getComputedStyle(document.body).backgroundColor;
return wrong.concat(paper === "rgb(255, 255, 255)" ? [] : [paper]);
"""
)
SIZES = ((1366, 768), (683, 384), (390, 844), (320, 640))


def faults(browser):
    """{what was looked at: what is wrong} of the open page, at every size and in both schemes."""
    found = {}

    def look(looks):
        """Run scripts one after the other, {what is looked at: script}, in one call."""
        ran = (f"{json.dumps(what)}: (() => {{{script}}})()" for what, script in looks.items())
        answer = browser.execute("return {" + ",".join(ran) + "}")
        found.update({what: wrong for what, wrong in answer.items() if wrong})

    browser.prefer("dark")
    for width, height in SIZES:
        browser.show_on(width, height)
        looks = {"fold": FOLD, f"targets at {width}": TARGETS, "unfold": UNFOLD}
        if width == SIZES[0][0]:
            look({"headings": HEADINGS, "landmarks": LANDMARKS, "names": NAMES, **looks})
            wait_until(lambda: browser.execute(FETCHED), what="the pictures of what is unfolded")
            looks = {}
        looks[f"width at {width}"] = WIDE
        if width == SIZES[-1][0]:
            looks["contrast, unfolded"] = CONTRAST
        look(looks)
    # The next page opens at the size at which this one is left.
    browser.show_on(*SIZES[0])
    # What has the focus is scrolled to, and so this comes after what is measured.
    look({"fold": FOLD, "focus": FOCUS, "contrast, dark": CONTRAST})
    browser.prefer("light")
    look({"contrast, light": CONTRAST})
    browser.prefer("dark", "print")
    look({"paper": PAPER})
    return found
