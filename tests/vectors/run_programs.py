#!/usr/bin/env python3
"""Runs the page's programs in the real libraries, and says where a comment in them is not what the libraries say.

    cargo run --release --example programs | /tmp/answers/bin/python tests/vectors/run_programs.py

(make.py says how /tmp/answers is made.) The exit status is 1 where anything differs.
"""
import json
import sys
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")
assert np.__version__ == "2.4.6" and torch.__version__.startswith("2.15.0"), "other versions may say it otherwise"
# NumPy raises subclasses of the exception that it names.
NAMES = {"_UFuncOutputCastingError": "UFuncTypeError"}


def wrong(program):
    """The first line whose comment is not what it gives, and what it gives."""
    names = {}
    for line in program.split("\n"):
        code, _, said = line.partition("  # ")
        try:
            try:
                given = str(eval(compile(code, "program", "eval"), names))
            except SyntaxError:
                given = exec(code, names)
            if said and given != said:
                return line, given
        except Exception as error:
            kind = type(error).__name__
            given = f"{NAMES.get(kind, kind)}: {error}".split("\n")[0].strip()
            return None if given == said else (line, given)
    return None


def main():
    ran = different = 0
    for asked in map(json.loads, sys.stdin):
        ran += 1
        if found := wrong(asked["program"]):
            different += 1
            print(asked["library"], repr(asked["a"]), repr(asked["b"]), *found, sep="\n    ")
    print(f"{ran} programs ran, {different} of them otherwise than they say")
    sys.exit(different > 0 or ran == 0)


main()
