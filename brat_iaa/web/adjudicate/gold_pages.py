"""The page of what the gold has differently."""

from flask import Blueprint

gold_pages = Blueprint("gold", __name__)


@gold_pages.get("/gold")
def gold():
    return "soon"
