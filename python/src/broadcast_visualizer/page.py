"""The page in one file, with a record in it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

#: What tells a file that this package has written.
MARK = '<script type="application/json" id="broadcast-visualizer-record">'

#: Where the record goes: before the script of the page, which reads it.
_PLACE = '<script type="module">'


class NoPageError(Exception):
    """The package has no page in it: it is used from its sources, before `cargo xtask python`."""


def page_with(record: str) -> str:
    """The page with a record, which is JSON."""
    source = files(__package__).joinpath("static", "page.html")
    if not source.is_file():
        raise NoPageError(
            "This copy of the package has no page in it (cargo xtask python puts it there). Name a file that ends in .json."
        )
    page = source.read_text(encoding="utf-8")
    before, place, after = page.partition(_PLACE)
    # Within a string of JSON, `\u003c` is `<`, which could end the script.
    return "".join((before, MARK, record.replace("<", "\\u003c"), "</script>\n", place, after))


def is_ours(path: Path) -> bool:
    """Whether a file is missing or empty, or was written by this package."""
    if not path.exists():
        return True
    if not path.is_file():
        return False
    content = path.read_bytes()
    return (
        not content.strip()
        or MARK.encode() in content
        or content.startswith(b'{"format":"broadcast-visualizer-record"')
    )
