"""What one request may cost: bytes, fields and seconds. The limits of all servers are here."""

# Connections that wait until the server takes them; more are turned away by the system.
BACKLOG = 256
# Seconds that a client may be silent, in all, until its request has arrived with its body.
SILENT = 10
# Bytes that must arrive for each further second; slower than a line that one can annotate over.
PER_SECOND = 32 * 2**10
# Bytes of the longest request: a long text to import, a drawing to store.
LONGEST = 64 * 2**20
# The same from somebody who has not logged in. Anybody can send many of these at once.
LONGEST_WITHOUT_LOGIN = 4 * 2**20
# Bytes of the longest form of the agreement pages: a decision with a long comment.
LONGEST_FORM = 256 * 2**10
# Fields of a form; brat's largest has about twenty.
FIELDS = 1000


def longest(login):
    """Bytes of the longest request to brat of a login; "" or None: nobody, or nobody knows."""
    return LONGEST if login else LONGEST_WITHOUT_LOGIN


def too_long(login):
    """The sentence for a request to brat that is longer than that."""
    if login:
        return "The request is too long: brat takes up to %d MB." % (LONGEST // 2**20)
    return (
        "The request is too long: without a login, brat takes up to %d MB. "
        "Log in, or send less at once." % (LONGEST_WITHOUT_LOGIN // 2**20)
    )


FORM_TOO_LONG = "The form is too long: the agreement pages take up to %d kB. Shorten the text." % (
    LONGEST_FORM // 2**10
)
TOO_MANY_FIELDS = "The form has too many fields: brat takes up to %d." % FIELDS


def has_too_many_fields(body):
    """Whether a form, as bytes that nobody has parsed yet, has more fields than a form may have."""
    # Older Pythons under brat split at both.
    return body.count(b"&") + body.count(b";") >= FIELDS
