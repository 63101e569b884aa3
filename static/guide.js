// Search in the guide as files: SECTIONS has the text of each section.
(function () {
  "use strict";
  var question = document.getElementById("question");
  var found = document.getElementById("found");
  var most = 20;

  function holds(section, words) {
    var text = (section.title + " " + section.heading + " " + section.text).toLowerCase();
    return words.every(function (word) { return text.indexOf(word) >= 0; });
  }

  function show() {
    var words = question.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.textContent = "";
    if (!words.length) { return; }
    var sections = SECTIONS.filter(function (section) { return holds(section, words); });
    var title = document.createElement("h2");
    title.textContent = sections.length + (sections.length === 1 ? " section" : " sections");
    found.appendChild(title);
    var list = found.appendChild(document.createElement("ul"));
    sections.slice(0, most).forEach(function (section) {
      var link = list.appendChild(document.createElement("li"))
        .appendChild(document.createElement("a"));
      link.href = section.page;
      link.textContent = section.title === section.heading
        ? section.title : section.title + ": " + section.heading;
    });
  }

  question.addEventListener("input", show);
  question.form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = found.querySelector("a");
    if (first) { location.href = first.href; }
  });
})();
