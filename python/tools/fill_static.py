"""Fills the folder `static/` of the package from `dist/`, which `cargo xtask build` makes: `python tools/fill_static.py ../dist`.

The licences are copied from the repository's root, because a package has only files of its own folder.

| file | contents |
|---|---|
| page.html | the page in one file |
| widget.js | the module for anywidget, with `PLACE` where its WebAssembly is |
| widget.wasm.xz | the WebAssembly, which Deflate alone makes a quarter larger |
"""

import base64
import gzip
import lzma
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "broadcast_visualizer" / "static"

#: What stands in `widget.js` for the WebAssembly. `payload.py` puts it there again.
PLACE = "@broadcast-visualizer-wasm@"

#: The text with which data that gzip made begins in Base64.
_WASM = re.compile(r"H4sI[A-Za-z0-9+/=]{10000,}")


def main() -> None:
    dist = Path(sys.argv[1])
    shutil.rmtree(STATIC, ignore_errors=True)
    STATIC.mkdir()
    for licence in ROOT.parent.glob("LICENSE-*"):
        shutil.copy(licence, ROOT)
    shutil.copy(dist / "broadcast-visualizer.html", STATIC / "page.html")
    script = (dist / "anywidget" / "broadcast-visualizer.js").read_text(encoding="utf-8")
    (packed,) = _WASM.findall(script)
    (STATIC / "widget.js").write_text(script.replace(packed, PLACE), encoding="utf-8")
    wasm = gzip.decompress(base64.b64decode(packed))
    (STATIC / "widget.wasm.xz").write_bytes(lzma.compress(wasm, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
