"""The text of an acl.conf, in the manner of robots.txt."""

import re
import urllib.robotparser

# Rules for search engines. They end what belongs to a user like any other rule, but Python
# fails over some of their values, such as "3/" and very long numbers.
_FOR_ENGINES = re.compile(r"\s*(crawl-delay|request-rate)\s*:", re.IGNORECASE)
_HARMLESS = "Crawl-delay: 1"


def parsed(text):
    """The parser of the rules, a urllib.robotparser.RobotFileParser."""
    parser = urllib.robotparser.RobotFileParser()
    parser.parse([_HARMLESS if _FOR_ENGINES.match(line) else line for line in text.split("\n")])
    return parser
