#!/usr/bin/env bash
# Tries the recipes for real: builds a small page with each tool and looks at it in Chromium. By hand, after
# `cargo xtask python`; it fetches the tools from npm and PyPI into a temporary folder and takes some minutes.
#
#   tests/recipes/try.sh [vite] [reveal] [mkdocs] [sphinx] [jupyter] [notebook]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=(vite reveal mkdocs sphinx jupyter notebook)
python="${PYTHON:-python3}"
look() { # name, folder, page…
    (cd "$root/tests/pages" && node "$here/look.mjs" "$@")
}

for recipe in "${wanted[@]}"; do
    folder="$work/$recipe"
    mkdir -p "$folder"
    cd "$folder"
    case "$recipe" in
    vite)
        npm pack --silent --pack-destination "$folder" "$root/dist/npm" >/dev/null
        echo '{"name":"page","private":true,"type":"module"}' >package.json
        npm install --silent --no-audit --no-fund ./broadcast-visualizer-*.tgz vite@7 typescript@5
        echo '<!doctype html><title>Vite</title><script type="module" src="/main.ts"></script><broadcast-visualizer a="4,1" b="3"></broadcast-visualizer>' >index.html
        cat >main.ts <<'TS'
import "broadcast-visualizer";
const element = document.querySelector("broadcast-visualizer")!;
element.addEventListener("ready", () => console.log(element.getState().a));
const chapter: number | null = element.chapter;
console.log(chapter);
TS
        npx tsc --noEmit --strict --skipLibCheck false --module esnext --moduleResolution bundler --target es2022 main.ts
        npx vite build --base ./ --logLevel warn
        look vite "$folder/dist" index.html
        ;;
    reveal)
        echo '{"private":true}' >package.json
        npm install --silent --no-audit --no-fund reveal.js@5
        mkdir site && cp -r node_modules/reveal.js/dist site/reveal && cp -r "$root/dist/element" site/
        cp "$here/reveal.html" site/index.html
        look reveal "$folder/site" index.html
        ;;
    mkdocs)
        "$python" -m venv venv && venv/bin/pip install --quiet mkdocs-material==9.6.*
        mkdir -p docs && cp -r "$root/dist/element" docs/ && cp "$here/mkdocs.yml" . && cp "$here"/docs/* docs/
        # The iframe of the recipe is on a server; here it is the site itself.
        mkdir docs/site && find "$root/dist" -maxdepth 1 -type f -exec cp {} docs/site/ \;
        sed -i "s|https://your.server/broadcasting/|http://127.0.0.1:47123/site/|" docs/quiz.md
        venv/bin/mkdocs build --quiet
        look mkdocs "$folder/site" index.html second/index.html
        ;;
    sphinx)
        "$python" -m venv venv && venv/bin/pip install --quiet sphinx==8.*
        mkdir -p source/_static && cp -r "$root/dist/element" source/_static/ && cp "$here/conf.py" "$here/index.rst" source/
        venv/bin/sphinx-build --quiet source site
        look sphinx "$folder/site" index.html
        ;;
    jupyter)
        "$python" -m venv venv && venv/bin/pip install --quiet jupyter-book==1.0.*
        mkdir -p book/course_static && cp -r "$root/dist/element" book/course_static/ && cp "$here"/book/* book/
        venv/bin/jupyter-book build --quiet book >/dev/null
        look jupyter "$folder/book/_build/html" intro.html
        ;;
    notebook)
        "$python" -m venv venv && venv/bin/pip install --quiet jupyterlab==4.6.* numpy "$(echo "$root"/dist/python/*.whl)[notebook]"
        cp "$here"/notebook/* .
        venv/bin/jupyter-lab --no-browser --allow-root --port 48123 --ServerApp.port_retries=0 --IdentityProvider.token='' \
            --ServerApp.root_dir="$folder" >lab.log 2>&1 &
        server=$!
        for _ in $(seq 60); do curl --silent --output /dev/null http://127.0.0.1:48123/lab && break || sleep 1; done
        (cd "$root/tests/pages" && node "$here/notebook.mjs" http://127.0.0.1:48123 &&
            node "$here/recorded.mjs" http://127.0.0.1:48123 "$folder/recorded.ipynb") || { kill "$server"; exit 1; }
        kill "$server"
        ;;
    *) echo "no recipe of that name: $recipe" >&2 && exit 1 ;;
    esac
done
