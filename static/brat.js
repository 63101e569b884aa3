/* Agreement in brat's own page: a button, the figure beside it, and markers where annotators differ.

   brat's server hands out this text, and brat's own page runs it: index.xhtml, and diff.xhtml for its right side.
   Annotations are never changed: a marker is a comment of a type that brat's dialogs do not save.
   Whatever an answer holds is text. It goes into text nodes, attributes, and brat's popup, which escapes it. */
"use strict";

(function () {
  // Two CSS classes. The first is brat's: it brings the orange glow on spans and arcs.
  var TYPE = "AnnotationWarning IAADisagree";
  // What we call a sentence, before its number.
  var SENTENCE = "sentence ";
  var REMEMBERED = "brat-iaa.disagreements";
  var ORANGE = "#c45500";
  // Milliseconds: the longest wait for an answer, until a service that was down is asked
  // again, after the last edit or document until the first question, between two looks at the user's hands.
  var PATIENCE = 10000, RETRY = 60000, PAUSE = 200, BUSY = 400;
  // How often something that is still being computed is asked for, and how much longer each wait is.
  var TRIES = 9, LONGER = 1.5;
  // Characters of the longest text that is shown.
  var LONGEST = 2000;
  var STYLE =
    "#iaa { margin-left: 0.5em; }" +
    "#iaa .ui-button { text-decoration: none; }" +
    "#iaa .ui-button-text { padding: 0.4em 1em; line-height: normal; }" +
    "#iaa_figure { margin: 0 0.7em 0 0.4em; }" +
    "#iaa_figure:empty { margin: 0 0.15em; }" +
    "#iaa [aria-disabled=true] { opacity: 0.6; cursor: default; }" +
    "#iaa :focus-visible { outline: 2px solid #000000; outline-offset: 1px; }" +
    "#iaa_switch[aria-pressed=true] .ui-button-text::before { content: '\\2713\\a0'; }" +
    ".span rect.IAADisagree { stroke: " + ORANGE + "; stroke-width: 2; }" +
    // Labels keep no colour of their own on the glow: some could not be read.
    "rect.shadow_AnnotationWarning.IAADisagree { fill: #ffa033; }" +
    "path.shadow_AnnotationWarning.IAADisagree { fill: none; stroke: #ffc380; stroke-width: 4; }" +
    "rect.shadow_AnnotationWarning.IAANoted { stroke: #0a6ebd; stroke-width: 1.5; stroke-dasharray: 3 2; }" +
    "text.iaa_differs { fill: #000000; text-decoration: underline; }" +
    "rect.iaa_differs:focus { outline: none; stroke: #000000; stroke-width: 3; }" +
    "text.iaa_differs:focus { outline: 2px solid #000000; }" +
    "#commentpopup.IAADisagree { background-color: #ffe2b8; max-width: 32em; }" +
    // brat would put the name of the type in front.
    "#commentpopup.IAADisagree > b { display: none; }";

  var $, dispatcher, drawing;
  var link, figure, toggle;
  var on = remembered();

  // The document that is drawn, as brat sent it and as brat made it ready.
  var source = null, data = null;
  // The collection, while none of its documents is open.
  var folder = null;
  // What is known about it: the last answers. marks also says for which document.
  var agreement = null, marks = null;
  // By id: {text, url} of what is marked in the document as it is drawn.
  var marked = {};

  var request = null, steps = [], again = false;
  var asking = null, retrying = null, redrawing = null, tries = 0;
  var afterDrawing = null;
  var user;
  var told = {};

  // -- the user's wish

  function remembered() {
    try {
      return window.localStorage.getItem(REMEMBERED) === "on";
    } catch (error) {
      return false; // the browser keeps nothing for this page
    }
  }

  function remember() {
    try {
      window.localStorage.setItem(REMEMBERED, on ? "on" : "off");
    } catch (error) {
      // The switch works until the page is closed.
    }
  }

  // -- text and addresses from the server

  function plain(value) {
    // Without what would make brat's page, which is XML, ill-formed.
    return String(value === undefined || value === null ? "" : value)
      .slice(0, LONGEST)
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, "\ufffd")
      .replace(/(^|[^\ud800-\udbff])[\udc00-\udfff]/g, "$1\ufffd");
  }

  function withoutTags(html) {
    // Nothing in such a document is loaded or run.
    return plain(new window.DOMParser().parseFromString(String(html), "text/html").body.textContent);
  }

  function escaped(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  function address(value) {
    // An http address, or a path on this server; null for anything else.
    if (typeof value !== "string" || !value) {
      return null;
    }
    try {
      var url = new window.URL(value, window.location.href);
      var whole = /^https?:\/\//i.test(value);
      var fits = /^https?:$/.test(url.protocol) && !url.username && !url.password;
      return fits && (whole || url.origin === window.location.origin) ? url.href : null;
    } catch (error) {
      return null;
    }
  }

  function tell(text, kind, seconds) {
    // In brat's message area, which takes HTML; the same text once per page.
    if (!text || told["told " + text]) {
      return;
    }
    told["told " + text] = true;
    dispatcher.post("messages", [[[escaped(text), kind, seconds]]]);
  }

  function tellAll(messages) {
    $.each($.isArray(messages) ? messages : [], function (_, message) {
      var kind = /^(comment|warning|error|debug)$/.test(message[1]) ? message[1] : "comment";
      tell(withoutTags(message[0]), kind, typeof message[2] === "number" ? message[2] : 3);
    });
  }

  // -- questions, one at a time

  function place(of) {
    return of && of.document ? JSON.stringify([of.collection, of.document]) : null;
  }

  function subject() {
    // What is asked about: the document, else the collection; null where there is neither.
    return place(source) ? { collection: source.collection, document: source.document } : folder;
  }

  function refresh(after) {
    clearTimeout(asking);
    clearTimeout(retrying);
    tries = 0;
    asking = setTimeout(begin, after);
  }

  function begin() {
    if (!subject()) {
      return;
    }
    if (request) {
      again = true;
      return;
    }
    again = false;
    steps = [["iaaAgreement", gotAgreement]];
    if (on && place(source)) {
      steps.unshift(["iaaDisagreements", gotDisagreements]);
    }
    next();
  }

  function next() {
    var step = steps.shift();
    if (step) {
      ask(step[0], step[1]);
    }
  }

  function drop() {
    clearTimeout(asking);
    clearTimeout(retrying);
    steps = [];
    again = false;
    if (request) {
      var unwanted = request;
      request = null;
      unwanted.abort();
    }
  }

  function ask(action, got) {
    var asked = $.ajax({
      url: "ajax.cgi",
      type: "POST",
      dataType: "json",
      timeout: PATIENCE,
      global: false,
      data: $.extend({ action: action, protocol: 1 }, subject())
    });
    function answered(answer) {
      if (asked !== request) {
        return; // for a document that is no longer shown
      }
      request = null;
      if (again) {
        begin(); // the document has changed since
        return;
      }
      tellAll(answer.messages);
      if (answer.exception) {
        failed(answer);
        return;
      }
      if (answer.again > 0) {
        askLater(answer);
        return;
      }
      got(answer);
      next();
    }
    request = asked;
    asked.done(function (answer) {
      var whole = answer && typeof answer === "object" && (answer.exception || typeof answer.state === "string");
      answered(whole ? answer : { exception: "unreadable" });
    });
    asked.fail(function (_, status) {
      answered({ exception: status === "timeout" ? "tooSlow" : "noAnswer" });
    });
  }

  var REASONS = {
    notAuthorised: "Log in to brat to see agreement.",
    accessDenied: "You may not read this collection.",
    tooSlow: "The server took too long to answer.",
    noAnswer: "The server did not answer.",
    unknownAction: "brat was started without brat-agreement."
  };

  function failed(answer) {
    var refused = answer.exception === "notAuthorised" || answer.exception === "accessDenied";
    var known = Object.prototype.hasOwnProperty.call(REASONS, answer.exception);
    var reason =
      plain(answer.reason) || (known ? REASONS[answer.exception] : "The server's answer could not be read.");
    steps = [];
    agreement = { state: refused ? "closed" : "unavailable", reason: reason };
    agreement.text = answer.exception === "notAuthorised" ? "log in to see" : "";
    show();
    if (refused) {
      putMarks(null);
      return;
    }
    tell("Agreement is not available: " + reason, "warning", 7);
    retrying = setTimeout(begin, RETRY);
  }

  function askLater(answer) {
    // What is shown of this document stays until there is something newer.
    var more = tries < TRIES;
    steps = [];
    if (!more || !agreement || agreement.state !== "open") {
      agreement = answer;
      show();
    }
    if (more) {
      retrying = setTimeout(begin, Math.min(answer.again * 1000 * Math.pow(LONGER, tries), RETRY));
      tries += 1;
    }
  }

  function gotAgreement(answer) {
    agreement = answer;
    show();
  }

  function gotDisagreements(answer) {
    if (!on) {
      return; // switched off since
    }
    var open = answer.state === "open" && $.isArray(answer.markers);
    putMarks({
      place: place(source),
      version: open ? String(answer.version) : "",
      list: open ? answer.markers : [],
      why: open ? "" : plain(answer.reason)
    });
  }

  // -- the button, the figure and the switch

  function element(name, attributes) {
    var made = document.createElement(name);
    $.each(attributes, function (key, value) {
      made.setAttribute(key, value);
    });
    return made;
  }

  function button(name, id, text) {
    // The look of brat's other buttons.
    var made = element(name, {
      id: id,
      class: "ui-button ui-widget ui-state-default ui-corner-all ui-button-text-only"
    });
    made.appendChild(element("span", { class: "ui-button-text" })).textContent = text;
    $(made).on("mouseenter mouseleave", function (event) {
      $(made).toggleClass("ui-state-hover", event.type === "mouseenter" && !made.hasAttribute("aria-disabled"));
    });
    return made;
  }

  function build() {
    var style = element("style", { type: "text/css" });
    style.textContent = STYLE;
    document.head.appendChild(style);
    link = button("a", "iaa_button", "Agreement");
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener");
    figure = element("span", { id: "iaa_figure" });
    toggle = button("button", "iaa_switch", "Show disagreements");
    toggle.setAttribute("type", "button");
    toggle.setAttribute("aria-keyshortcuts", "Alt+Shift+D");
    toggle.addEventListener("click", turn);
    var whole = element("span", { id: "iaa" });
    $(whole).append(link, figure, toggle).insertAfter("#options_button");
    // brat opens its collection browser on Tab, and swallows Enter.
    whole.addEventListener("keydown", keepKey);
    // The bar is there while the mouse is on it; now also while it has the focus.
    whole.addEventListener("focusin", openBar);
    whole.addEventListener("focusout", function () {
      $("#header").trigger("mouseleave");
    });
    show();
  }

  function openBar() {
    $("#header").trigger("mouseenter");
  }

  function keepKey(event) {
    if (event.key === "Tab" || event.key === "Enter" || event.key === " ") {
      event.stopPropagation();
    }
  }

  function show() {
    var answer = agreement || {};
    var open = answer.state === "open";
    var down = answer.state === "unavailable";
    var url = answer.state === "open" || answer.state === "closed" ? address(answer.pages) : null;
    var about = open ? plain(answer.detail) : plain(answer.reason);
    var parts = [];
    // Why nothing is marked, although the figure is there.
    var unmarked = on && open && marks && marks.place === place(source) ? marks.why : "";
    if ((open || answer.state === "closed") && answer.text) {
      parts.push(plain(answer.text));
    }
    if (open && typeof answer.count === "number") {
      parts.push(answer.count === 1 ? "1 disagreement" : answer.count + " disagreements");
    }
    if (unmarked) {
      parts.push("nothing marked");
      about += about.indexOf(unmarked) < 0 ? " " + unmarked : "";
    }
    if (!subject()) {
      about = "Open a collection or a document to see its agreement.";
    }
    figure.textContent = parts.join(" \u00b7 ");
    figure.title = about;
    link.firstChild.textContent = down ? "Agreement: not available" : "Agreement";
    link.title = open ? "Open the agreement pages. " + about : about || "Agreement";
    if (url) {
      link.setAttribute("href", url);
      link.removeAttribute("role");
      link.removeAttribute("tabindex");
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("tabindex", "0");
      link.setAttribute("aria-disabled", "true");
      $(link).removeClass("ui-state-hover");
    }
    toggle.setAttribute("aria-pressed", on ? "true" : "false");
    $(toggle).toggleClass("ui-state-active", on);
    toggle.title =
      "Mark the words and arcs on which annotators differ." +
      " Alt+Shift+D goes to the next one; Enter, or a click with Shift held, opens it." +
      (unmarked || (answer.state && !open && about) ? " Now: " + (unmarked || about) : "");
  }

  function turn() {
    on = !on;
    remember();
    show();
    if (on) {
      refresh(0);
    } else {
      steps = [];
      putMarks(null);
    }
  }

  // -- markers in brat's data

  function putMarks(found) {
    var before = marks;
    marks = found;
    var nothing = !Object.keys(marked).length && !(found && found.list.length);
    var same = before && found && before.place === found.place && before.version === found.version;
    if (!nothing && !(same && source && source.iaaVersion === found.version)) {
      redraw();
    }
  }

  function free() {
    // Whether drawing anew takes nothing out of the user's hands.
    var selection = window.getSelection();
    return dispatcher.post("isReloadOkay", [], "all") !== false && (!selection || selection.isCollapsed);
  }

  function redraw() {
    clearTimeout(redrawing);
    if (!source) {
      return;
    }
    if (!free()) {
      redrawing = setTimeout(redraw, BUSY);
      return;
    }
    keepScroll();
    dispatcher.post("renderData", [source]);
  }

  function keepScroll() {
    // brat scrolls to what its address names whenever it has drawn; once is enough.
    var scrolling = $("html, body");
    if (scrolling.is(":animated")) {
      return;
    }
    var left = window.pageXOffset, top = window.pageYOffset;
    afterDrawing = function () {
      scrolling.stop(true);
      window.scrollTo(left, top);
    };
  }

  function find(sent) {
    // What of a document can be marked: {ids, events of a trigger, ids at offsets "start~end"}.
    var found = { ids: {}, events: {}, at: {} };
    $.each(sent.events || [], function (_, event) {
      found.ids["#" + event[0]] = true;
      found.events["#" + event[1]] = (found.events["#" + event[1]] || []).concat(event[0]);
    });
    $.each(sent.relations || [], function (_, relation) {
      found.ids["#" + relation[0]] = true;
    });
    $.each((sent.entities || []).concat(sent.triggers || []), function (_, span) {
      var offsets = span[2], where = offsets[0][0] + "~" + offsets[offsets.length - 1][1];
      found.ids["#" + span[0]] = true;
      found.at[where] = found.at[where] || span[0];
    });
    return found;
  }

  function targets(marker, found, sent) {
    // The ids in brat's data of something that a marker is for; none when its word or arc is gone.
    var id = typeof marker.id === "string" ? marker.id.split("~")[0] : "";
    if (!id && $.isArray(marker.offsets)) {
      id = found.at[marker.offsets.join("~")] || "";
      // Where nothing is drawn, the number of the sentence is marked.
      if (!id) {
        return sentenceAt(sent, marker.offsets[0]);
      }
    }
    return found.events["#" + id] || (found.ids["#" + id] ? [id] : []);
  }

  function sentenceAt(sent, offset) {
    // Our name of the sentence at an offset, in a list; empty if there is none.
    var found = [];
    $.each(sent.sentence_offsets || [], function (place, offsets) {
      if (offsets[0] <= offset && offset < offsets[1]) {
        found = [SENTENCE + (place + 1)];
      }
    });
    return found;
  }

  function commented(id) {
    // What brat calls that a comment is about.
    return id.indexOf(SENTENCE) === 0 ? ["sent", Number(id.slice(SENTENCE.length))] : id;
  }

  function sentence(marker) {
    var kind = plain(marker.kind_text), text = plain(marker.text);
    if (text.indexOf(kind) === 0) {
      kind = "";
    }
    return "Annotators differ" + (kind ? ": " + kind : "") + (text ? (kind ? "\n" : ": ") + text : "");
  }

  function decorate(sent) {
    var found, arcs = [];
    marked = {};
    sent.comments = $.grep(sent.comments || [], function (comment) {
      return comment[1] !== TYPE;
    });
    sent.iaaArcs = arcs;
    sent.iaaVersion = null;
    if (!on || !marks || marks.place !== place(sent)) {
      return;
    }
    sent.iaaVersion = marks.version;
    found = find(sent);
    $.each(marks.list, function (_, marker) {
      if (!marker || typeof marker !== "object") {
        return;
      }
      $.each([marker].concat(marker.also || []), function (_, at) {
        $.each(targets(at, found, sent), function (_, id) {
          var own = (marked[id] = marked[id] || { lines: [], url: null });
          // Both ends of a relation can be at one sentence.
          if ($.inArray(sentence(marker), own.lines) < 0) {
            own.lines.push(sentence(marker));
          }
          own.url = own.url || address(marker.url);
        });
        // An event's arguments have no ids: origin~type~target.
        var parts = String(at.id).split("~");
        if (parts.length === 3) {
          arcs.push([parts[0], parts[2], parts[1]]);
        }
      });
    });
    $.each(marked, function (id, own) {
      own.text = own.lines.join("\n") + (own.url ? "\nShift+click: open its page" : "");
      sent.comments.push([commented(id), TYPE, own.text]);
    });
  }

  function complete(ready) {
    // The user's own note stays apart from ours in the popup. What the dialogs edit is kept elsewhere.
    $.each(marked, function (id, own) {
      var about = commented(id), lines = [];
      var comment = $.isArray(about)
        ? ready.sentComment[about[1]]
        : (ready.spans[id] || ready.eventDescs[id] || {}).comment;
      if (!comment) {
        return;
      }
      $.each(source.comments, function (_, comment) {
        if (String(comment[0]) === String(about) && comment[1] !== TYPE) {
          lines.push((comment[1] === "AnnotatorNotes" ? "Note" : comment[1]) + ": " + comment[2]);
        }
      });
      comment.type = TYPE;
      comment.text = lines.concat(own.text).join("\n");
      // brat gives the glow to the note alone: ours stays, with a frame for the note.
      own.glow = TYPE + (lines.length ? " IAANoted" : "");
      (ready.spans[id] || ready.eventDescs[id] || {}).shadowClass = own.glow;
    });
    $.each(ready.arcs || [], function (_, arc) {
      var own = ready.spans[arc.eventDescId] ? null : marked[arc.eventDescId];
      if (own) {
        arc.shadowClass = own.glow || arc.shadowClass;
      }
    });
    $.each(source.iaaArcs, function (_, arc) {
      ready.styles = (ready.styles || []).concat([[arc, "color", ORANGE]]);
    });
  }

  // -- markers as drawn: reached and opened by mouse and by keys

  function idOf(drawn) {
    var id = drawn.getAttribute("data-span-id"), number = drawn.getAttribute("data-sent");
    if (number) {
      id = SENTENCE + number;
    } else if (!id && data) {
      id = drawn.getAttribute("data-arc-ed");
      // An event's arcs carry the event's id, which is its trigger's marker.
      id = id && data.spans[id] ? null : id;
    }
    return id && marked[id] ? id : null;
  }

  function dress() {
    var seen = {};
    $.each(drawing.querySelectorAll("rect[data-span-id], text[data-arc-ed], text[data-sent]"), function (_, drawn) {
      var id = idOf(drawn);
      if (!id) {
        return;
      }
      drawn.classList.add("iaa_differs");
      // A span in two pieces, or an arc over two lines, is one stop for the keys.
      if (!seen["#" + id]) {
        seen["#" + id] = true;
        drawn.setAttribute("tabindex", "0");
        drawn.setAttribute("role", marked[id].url ? "link" : "img");
        drawn.setAttribute("aria-label", marked[id].text);
      }
    });
  }

  function open(event) {
    var id = idOf(event.target), url = id && marked[id].url;
    if (url) {
      window.open(url, "_blank", "noopener");
    }
    return url;
  }

  function clicked(event) {
    // brat must not begin to draw an arc.
    if (event.shiftKey && idOf(event.target) && marked[idOf(event.target)].url) {
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "click") {
        open(event);
      }
    }
  }

  function pressed(event) {
    if (idOf(event.target)) {
      keepKey(event);
      if (event.key === "Enter") {
        open(event);
      }
    }
  }

  // Where the pointer rests while the keys lead from marker to marker; null while it moves.
  var rests = null, pointer = [0, 0];

  function pointed(event) {
    // What is drawn moves below a pointer that rests: that is not the user's hand.
    var at = [event.screenX, event.screenY];
    if (rests && rests[0] === at[0] && rests[1] === at[1]) {
      event.stopPropagation();
      return;
    }
    pointer = at;
    rests = null;
  }

  function hovered(event) {
    // The keys get the popup that the mouse gets.
    if (!idOf(event.target)) {
      return;
    }
    var box = event.target.getBoundingClientRect();
    var like = { target: event.target, clientX: box.right, clientY: box.top };
    dispatcher.post(event.type === "focusin" ? "mouseover" : "mouseout", [like]);
  }

  function walk(event) {
    if (!event.altKey || !event.shiftKey || event.code !== "KeyD" || $(".ui-dialog:visible").length) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    var stops = $(drawing).find(".iaa_differs[tabindex]").get();
    if (on && stops.length) {
      var stop = stops[(stops.indexOf(document.activeElement) + 1) % stops.length];
      rests = pointer;
      stop.scrollIntoView({ block: "center" });
      stop.focus({ preventScroll: true });
    } else {
      openBar();
      toggle.focus();
    }
  }

  // -- brat's messages

  function sent(_source) {
    if (!_source) {
      return;
    }
    var fresh = _source !== source, moved = place(_source) !== place(source);
    source = _source;
    folder = null;
    if (moved) {
      drop();
      agreement = null;
      show();
    }
    clearTimeout(redrawing);
    decorate(source);
    if (fresh) {
      refresh(PAUSE);
    }
  }

  function readied(_data) {
    data = _data;
    if (source && data) {
      complete(data);
    }
  }

  function drawn() {
    if (source && data) {
      dress();
    }
    if (afterDrawing) {
      afterDrawing();
      afterDrawing = null;
    }
  }

  function cleared() {
    // What is known of a collection stays.
    if (source) {
      left();
    }
  }

  function left() {
    drop();
    clearTimeout(redrawing);
    source = folder = data = agreement = marks = null;
    marked = {};
    show();
  }

  function went(collection, name) {
    // brat says this before it opens the document, and again when only the sentence in its address has changed.
    var same = folder && !name && folder.collection === collection;
    if (same || (name && !folder)) {
      return;
    }
    left();
    if (!name && collection) {
      folder = { collection: collection };
      refresh(PAUSE);
    }
    show();
  }

  function logged(name) {
    // The first message only says who has opened the page, and the server knew that.
    var changed = user !== undefined && user !== name;
    user = name;
    if (changed) {
      drop();
      agreement = null;
      show();
      putMarks(null);
      refresh(PAUSE);
    }
  }

  function start() {
    $ = window.jQuery;
    // brat's ordinary page has one, its side-by-side page a second one for the left.
    dispatcher = window.Dispatcher.dispatchers[0];
    drawing = document.getElementById("svg") || document.getElementById("svg_second");
    if (!drawing || !document.getElementById("options_button") || document.getElementById("iaa")) {
      return;
    }
    build();
    drawing.addEventListener("mousedown", clicked, true);
    drawing.addEventListener("click", clicked, true);
    drawing.addEventListener("keydown", pressed);
    drawing.addEventListener("focusin", hovered);
    drawing.addEventListener("focusout", hovered);
    document.addEventListener("keydown", walk, true);
    $.each(["mousemove", "mouseover", "mouseout"], function (_, name) {
      document.addEventListener(name, pointed, true);
    });
    // With a second argument: without one, brat looks for its caller, which strict code does not show.
    dispatcher.on("newSourceData", null, sent);
    dispatcher.on("dataReady", null, readied);
    dispatcher.on("doneRendering", null, drawn);
    dispatcher.on("clearSVG", null, cleared);
    dispatcher.on("current", null, went);
    dispatcher.on("user", null, logged);
    // brat may have opened the collection before.
    var opened = window.URLHash.parse(window.location.hash);
    went(opened.collection, opened.document);
  }

  function startSoon(tries) {
    if (window.Dispatcher && window.Dispatcher.dispatchers && window.Dispatcher.dispatchers.length) {
      start();
    } else if (tries) {
      setTimeout(startSoon, 50, tries - 1);
    }
  }

  if (window.head && window.head.ready) {
    window.head.ready(function () {
      startSoon(200);
    });
  }
})();
