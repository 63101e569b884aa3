"""Where something stands in a project, as every row for programs says it."""

WHERE_FIELDS = ("layer", "document", "sentence", "token", "start", "end")


def where(place) -> dict:
    """{each of WHERE_FIELDS: its value} of a Place, or a Disagreement.

    sentence    number in the document, from 1
    token       its words
    start, end  characters of the text, end exclusive
    """
    token = place.token
    values = place.layer, place.document, place.sentence, token.text, token.start, token.end
    return dict(zip(WHERE_FIELDS, values))
