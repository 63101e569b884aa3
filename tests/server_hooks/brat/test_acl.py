"""Rules in which Python's parser of robots.txt falls over what does not concern us."""

import urllib.robotparser

import pytest
from brat_iaa.server_hooks.brat.acl import parsed

RULES = "User-agent: anna\nDisallow: /p/\n%s\nUser-agent: *\nDisallow: /q/\n"


def allowed(parser):
    return [parser.can_fetch(user, path) for user in ("anna", "ben") for path in ("/p/", "/q/")]


@pytest.mark.parametrize(
    "line",
    [
        "Request-rate: 3/", "request-rate : 1/%s" % ("9" * 5000), " Crawl-delay: %s" % ("9" * 5000),
        "CRAWL-DELAY:\u0663",
    ],
)  # fmt: skip
def test_numbers_for_search_engines_are_not_read(line):
    assert allowed(parsed(RULES % line)) == [False, True, True, False]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Crawl-delay: 3",
        "Crawl-delay: x",
        "Request-rate: 3/5",
        "# Request-rate: 3/5",
        "Sitemap: /",
        "Allow: /q/",
    ],
)
def test_all_else_is_as_python_reads_it(line):
    for text in (RULES % line, line + "\n" + RULES, "User-agent: x\n%s\n%s" % (line, RULES)):
        plain = urllib.robotparser.RobotFileParser()
        plain.parse(text.split("\n"))
        assert allowed(parsed(text)) == allowed(plain), text
