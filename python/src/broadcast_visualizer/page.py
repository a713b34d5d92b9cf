"""The files that the package has beside its code: the page in one file, and the module of the widget.

`cargo xtask python` puts them into `static/`. Where the package is used from its sources, they can be missing.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

#: What tells a file that this package has written: the record, which the page reads by this name.
MARK = '<script type="application/json" id="broadcast-visualizer-record">'

#: Where the record goes: before the script of the page.
_PLACE = '<script type="module">'

#: What stands in the module of the widget for its WebAssembly. `tools/fill_static.py` puts it there.
_WASM_PLACE = "@broadcast-visualizer-wasm@"


class NoFilesError(Exception):
    """The package is used from its sources, before `cargo xtask python`."""

    def __init__(self) -> None:
        super().__init__("This copy of the package has no page in it: cargo xtask python puts it there.")


def page_with(record: str) -> str:
    """The page with a record, which is JSON."""
    before, place, after = _read("page.html").decode().partition(_PLACE)
    # Within a string of JSON, `\u003c` is `<`, which could end the script.
    return "".join((before, MARK, record.replace("<", "\\u003c"), "</script>\n", place, after))


def widget_module() -> str:
    """The module of the widget: `export default { render }`, with everything in it."""
    import base64
    import gzip
    import lzma

    wasm = lzma.decompress(_read("widget.wasm.xz"))
    return _read("widget.js").decode().replace(_WASM_PLACE, base64.b64encode(gzip.compress(wasm, 6)).decode())


def _read(name: str) -> bytes:
    file = files(__package__).joinpath("static", name)
    if not file.is_file():
        raise NoFilesError
    return file.read_bytes()


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
