"""Steps of a notebook as the text that the page reads: `tests/native/practice_sets.rs` reads it."""

from __future__ import annotations

from broadcast_visualizer.steps import steps_text


def test_steps_have_the_form_of_a_link() -> None:
    steps = [
        {"a": (4, 1), "b": (3,), "chapter": 1, "text": "A column ~ a row."},
        {"a": "4,1", "b": [0, 1, 2], "inplace": True, "library": "pytorch", "predict": None},
        {"code": "x = 1\ny = 2"},
    ]
    assert steps_text(steps, "Week ~3", "", answers=False) == (
        "1~.Week ~~3~.0~.~:library=numpy~.a=(4,1)~.b=(3,)~.chapter=1~.text=A column ~~ a row."
        "~:library=pytorch~.a=4,1~.b=[0, 1, 2]~.inplace=1~:code=x = 1\ny = 2"
    )
