"""brat's actions: which only read, which change a document, which change the login.

Taken from the table DISPATCHER of brat's dispatch.py and the functions in it. Whatever adds an
action names it here; actions that are named nowhere count as changing something.
"""

# Change nothing but, at most, brat's own log and files in its work directory.
READING = frozenset(
    "getCollectionInformation getDocument getDocumentTimestamp getConfiguration"
    " searchTextInDocument searchEntityInDocument searchEventInDocument"
    " searchRelationInDocument searchNoteInDocument"
    " searchTextInCollection searchEntityInCollection searchEventInCollection"
    " searchRelationInCollection searchNoteInCollection"
    " downloadFile downloadCollection retrieveStored convert suggestSpanTypes"
    " normGetName normSearch normData whoami loadConf"
    " iaaScript iaaAgreement iaaDisagreements".split()
)
# Change one document. brat registers deleteDocument, but does not carry it out.
EDITING = frozenset(
    "createSpan deleteSpan splitSpan createArc reverseArc deleteArc createComment"
    " undo tag importDocument deleteDocument".split()
)
# brat without the guard also saves a document that it only shows.
SAVING = EDITING | {"getDocument"}
# Change who is logged in.
LOGIN = frozenset(("login", "logout"))
# Change the session, which brat reads when a request begins and stores when it ends.
SESSION = LOGIN | {"saveConf"}
# Change something else: a drawing in the work directory, the annotation log, a collection.
OTHER = frozenset(("storeSVG", "logAnnotatorAction", "deleteCollection"))

# What brat's page sends as the document of a search when none is open.
NO_DOCUMENT = "/NO-DOCUMENT/"


def refusal(exception, shown="", **values):
    """Return what to raise in an action: brat answers {"exception": exception, **values}.

    shown  sentence that brat's page shows as an error, "" for none
    """
    from common import ProtocolError  # brat's module, imported by now

    class Refused(ProtocolError):
        def __str__(self):
            return shown

        def json(self, json_dic):
            json_dic.update(values, exception=exception)
            return json_dic

    return Refused()


def place(action, fields):
    """Return (collection, document) that the fields of a request name; None for what they do not.

    fields  dict of the request's parameters
    """
    collection, document = fields.get("collection"), fields.get("document")
    if action == "importDocument":
        collection, document = collection or "/", fields.get("docid")
    return collection, None if document == NO_DOCUMENT else document
