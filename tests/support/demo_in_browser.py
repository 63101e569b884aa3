"""The demo's brat in a browser."""

from brat_iaa.demo.serve import PASSWORD


def log_in(browser, brat, user="lead"):
    """Log in to the demo's brat, from a page of brat's."""
    browser.open(brat + "index.xhtml")
    answer = browser.execute(
        "const asked = new XMLHttpRequest(); asked.open('POST', 'ajax.cgi', false);"
        "asked.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');"
        "asked.send('action=login&protocol=1&user=' + arguments[0] + '&password=' + arguments[1]);"
        "return asked.responseText",
        user,
        PASSWORD,
    )
    assert "exception" not in answer
