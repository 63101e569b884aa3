"""Checks of a project for programs that run them: as lines, JSON, JUnit or for GitHub."""

import os
from typing import NamedTuple, Optional
from xml.sax.saxutils import escape, quoteattr

from brat_iaa.formats.cells import count
from brat_iaa.report.places import groups_in_words

# GitHub shows as many annotations of each sort in a step.
_SHOWN = 10
# Characters that XML cannot hold.
_CONTROL = {number: "�" for number in range(32) if chr(number) not in "\t\n\r"}


class FileFinding(NamedTuple):
    """Something in an annotator's file because of which a check fails. line: None for all of it"""

    file: str
    line: Optional[int]
    message: str


class Check(NamedTuple):
    """A check that was made.

    name      "LAA=0.9"
    passed    whether it holds
    line      says so
    value     the figure, or None
    findings  list of FileFinding, those first that bring most; [] of a check that holds
    """

    name: str
    passed: bool
    line: str
    value: Optional[float] = None
    findings: list = []


def of_places(places, gold=None) -> list:
    """A FileFinding for each of some Places, in the file of those who are fewest, not the gold's.

    gold  its name, or None
    """
    findings = []
    for place in places:
        for group in reversed(place.groups):
            marks = (
                (mark, place.values[name].file)
                for name in group
                for mark in place.values[name].elements
                if mark.line and name != gold
            )
            mark, file = next(marks, (None, ""))
            if mark is not None:
                words = "; ".join(
                    f"{who}: {value}" for who, value in groups_in_words(place, (), str)
                )
                message = f"“{place.token.text}”: {words}"
                findings.append(FileFinding(file, mark.line, message))
                break
    return findings


def of_problems(agreement) -> list:
    """A FileFinding for each line, text or file that is in no figure."""
    unread = [problem for problem in agreement.problems if problem.unread]
    findings = [FileFinding(problem.file, problem.line, problem.message) for problem in unread]
    return findings + [
        FileFinding(f"{'/'.join((*annotators[:1], document))}.ann", None, reason)
        for document, annotators, reason in agreement.excluded
    ]


def to_dict(checks) -> dict:
    """What JSON holds of some Checks."""
    return {
        "passed": all(check.passed for check in checks),
        "checks": [
            {**check._asdict(), "findings": [finding._asdict() for finding in check.findings]}
            for check in checks
        ],
    }


def to_junit(checks, project) -> str:
    """Some Checks as test cases of JUnit."""
    failed = sum(not check.passed for check in checks)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={_attribute(project)} tests="{len(checks)}" failures="{failed}">',
    ]
    for check in checks:
        case = f'  <testcase classname="agreement" name={_attribute(check.name)}'
        if check.passed:
            lines.append(f"{case}/>")
            continue
        listed = (
            finding.file + (f":{finding.line}" if finding.line else "") + f": {finding.message}"
            for finding in check.findings
        )
        inner = escape("\n".join(listed).translate(_CONTROL))
        lines.append(f"{case}>")
        lines.append(f"    <failure message={_attribute(check.line)}>{inner}</failure>")
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>\n"])


def _attribute(text):
    return quoteattr(text.translate(_CONTROL))


def to_github(checks, root) -> str:
    """Some Checks as commands of a job on GitHub: an error for each that fails, and a warning at
    the line of the file for what brings most.

    root  the project's directory; files are named from where the repository lies
    """
    start = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()
    failing = [check for check in checks if not check.passed]
    lines = [check.line for check in checks]
    for check in failing:
        more = count(len(check.findings), "place") if check.findings else ""
        message = f"{check.line} {f'({more} in the files)' if more else ''}".strip()
        lines.append(f"::error title={_property(f'Agreement: {check.name}')}::{_data(message)}")
    told = set()
    for check in failing:
        new = [finding for finding in check.findings if finding not in told]
        for finding in new[: max(_SHOWN // len(failing), 1)]:
            told.add(finding)
            file = os.path.relpath(os.path.join(os.path.realpath(root), finding.file),
                                   os.path.realpath(start))  # fmt: skip
            at = f"file={_property(file)}" + (f",line={finding.line}" if finding.line else "")
            title = _property(f"Agreement: {check.name}")
            lines.append(f"::warning {at},title={title}::{_data(finding.message)}")
    return "\n".join([*lines, ""])


def _data(text):
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text):
    return _data(text).replace(":", "%3A").replace(",", "%2C")
