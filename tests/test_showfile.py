"""Show files: what is wrong is told by file, line and key with the remedy; what is right is played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from font_factory import make_font
from pydantic import BaseModel

from scenes import registry
from viewer.showfile.messages import ShowFileError
from viewer.showfile.models import ShowFile
from viewer.showfile.reading import Show, read, reading
from viewer.showfile.reference import editors, page
from viewer.showfile.schema import node_at

GOOD = """\
# a show
[defaults]
dwell = 12

[[scene]]
name = "snake"
params = { segment_gap = 16 }

[[scene]]
name = "dodge"
word = "Hi"
"""


@pytest.fixture
def show_of(tmp_path: Path) -> Any:
    def made(text: str | bytes) -> Show:
        file = tmp_path / "lobby.toml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(file, "en")

    return made


def faults(show_of: Any, text: str | bytes) -> list[str]:
    """The lines that an operator sees, without the folder."""
    with pytest.raises(ShowFileError) as caught:
        show_of(text)
    folder = str(Path(caught.value.file).parent)
    return [line.removeprefix(f"{folder}/") for line in caught.value.listed.splitlines()]


def test_defaults_fill_in_what_a_scene_does_not_say(show_of: Any) -> None:
    snake, dodge = show_of(GOOD).acts
    assert (snake.name, snake.dwell, snake.theme, snake.language, snake.word) == (
        "snake", 12.0, "day", "en", None,
    )  # fmt: skip
    assert snake.make(snake.setting(dodge_setting())).params.segment_gap == 16
    assert (dodge.name, dodge.word) == ("dodge", "Hi")


def dodge_setting() -> Any:
    from scenes.scene import Setting

    return Setting()


def test_a_scenes_own_words_win_over_the_defaults(show_of: Any) -> None:
    show = show_of(
        '[defaults]\ntheme = "night"\nlanguage = "ko"\nword = "A"\n[[scene]]\nname = "pile"\n'
        '[[scene]]\nname = "pile"\nword = "B"\ntheme = "day"\nlanguage = "ja"\ndwell = 3\n'
        '[[scene]]\nname="koi"'
    )
    found = [(act.word, act.theme, act.language, act.dwell) for act in show.acts]
    assert found == [("A", "night", "ko", 20), ("B", "day", "ja", 3), (None, "night", "ko", 20)]


WRONG = [
    ('[[scene]]\nname = "ponf"', ["lobby.toml:2: scene[1].name: no scene 'ponf': did you mean pond?"]),
    (
        '[[scene]]\nname = "pond"\ndwel = 3\n',
        ["lobby.toml:3: scene[1].dwel: no such key; did you mean dwell?"],
    ),
    ('[scren]\n[[scene]]\nname = "pond"', ["lobby.toml:1: scren: no such key; did you mean screen?"]),
    (
        '[[scene]]\nname="pond"\n\n[screen]\n"kiosk" = true',
        [
            "lobby.toml:5: screen.kiosk: no such key; keys here are monitor, bezel, fullscreen, fit, "
            "resolution, buttons, idle_cursor"
        ],
    ),
    (
        '[[scene]]\nname="pond"\n[screen]\nresolution = 0.2',
        ['lobby.toml:4: screen.resolution: 0.2: expected "auto", or a number from 0.5 to 1, such as 0.7'],
    ),
    (
        '[[scene]]\nname="pond"\ndwell = "9"',
        ["lobby.toml:3: scene[1].dwell: '9': expected a number from 1 to 86400 s"],
    ),
    (
        '[[scene]]\nname="pond"\n[[scene]]\nname="koi"\ndwell = 0',
        ["lobby.toml:5: scene[2].dwell: 0: expected a number from 1 to 86400 s"],
    ),
    (
        '[[scene]]\nname="pond"\ndwell = nan',
        ["lobby.toml:3: scene[1].dwell: nan: expected a number from 1 to 86400 s"],
    ),
    (
        '[[scene]]\nname = "snake"\nparams = {\n'.replace("{\n", "{ ")
        + 'segment_gap = 900, max_bent = 1 }\n[[scene]]\nname="pile"\n[scene.params]\ngravitee = 1\n',
        [
            "lobby.toml:3: scene[1].params.segment_gap: 900: expected a number from 4 to 30 px",
            "lobby.toml:3: scene[1].params.max_bent: no such key; did you mean max_bend?",
            "lobby.toml:7: scene[2].params.gravitee: no such key; did you mean gravity?",
        ],
    ),
    (
        '[[scene]]\nname = "snake"\nparams = { segment_gap = "16" }\ndwel = 1',
        [
            "lobby.toml:3: scene[1].params.segment_gap: '16': expected a number from 4 to 30 px",
            "lobby.toml:4: scene[1].dwel: no such key; did you mean dwell?",
        ],
    ),
    (
        '[[scene]]\nname="koi"\nword="x"',
        ["lobby.toml:3: scene[1].word: koi shows no word; leave word out here"],
    ),
    (
        '[[scene]]\nname="pile"\n[screen]\nfullscreen = 1\nmonitor = [1]\nfit = "wide"',
        [
            "lobby.toml:4: screen.fullscreen: 1: expected true or false",
            "lobby.toml:5: screen.monitor: [1]: expected text in quotes or a whole number",
            "lobby.toml:6: screen.fit: 'wide': expected contain, cover or extend",
        ],
    ),
    (
        '[screen]\nbezel = [20, -1]\n[[scene]]\nname="pile"',
        ["lobby.toml:2: screen.bezel[2]: -1: expected a whole number from 0 to 2000"],
    ),
    (
        '[[scene]]\nname="pile"\n[kiosk]\nchord="K"\ncorner="middle"\npin="12a"',
        [
            "lobby.toml:4: kiosk.chord: 'K': two modifiers at least, or visitors find it; such as "
            "Ctrl+Alt+Shift+K",
            "lobby.toml:5: kiosk.corner: 'middle': expected top-left, top-right, bottom-left, bottom-right "
            "or none",
            "lobby.toml:6: kiosk.pin: '12a': expected digits in quotes, at most 12",
        ],
    ),
    (
        '[transition]\nkind = "dissolve"\n[[scene]]\nname="pile"',
        ["lobby.toml:2: transition.kind: 'dissolve': expected crossfade, ripple, ink or cut"],
    ),
    (
        '[transition]\nkind = "cut"\nseconds = 1\n[[scene]]\nname="pile"',
        ["lobby.toml:1: transition: a cut takes no time; leave out seconds, or give another kind"],
    ),
    (
        '[attract]\nhome = "koi"\n[[scene]]\nname="pile"',
        ["lobby.toml:2: attract.home: koi is not played; name one of pile"],
    ),
    (
        '[hours]\nopen = [\n  "09:00-12:00",\n  "1-2",\n]\nzone = "Berlin"\n[[scene]]\nname="pile"',
        [
            "lobby.toml:4: hours.open[2]: '1-2' is no span of hours; write \"09:30-21:00\" or "
            '"mon-fri 10:00-18:00"',
            "lobby.toml:6: hours.zone: no time zone 'Berlin'; names are such as Asia/Tokyo or Europe/Berlin",
        ],
    ),
    ("", ["lobby.toml:1: scene: is missing; expected [[scene]] tables"]),
    ("scene = []", ["lobby.toml:1: scene: is empty; expected [[scene]] tables"]),
    ("scene = 3", ["lobby.toml:1: scene: 3: expected [[scene]] tables"]),
    ("\nscene = [3]", ["lobby.toml:2: scene[1]: 3: expected a table"]),
    (
        '[[scene]]\nname="pond"\n[defaults]\nword=""',
        ["lobby.toml:4: defaults.word: is empty; expected text in quotes"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[w[1][0].split(": ")[1] for w in WRONG])
def test_what_is_wrong_is_told_by_line_and_key(show_of: Any, text: str, expected: list[str]) -> None:
    assert faults(show_of, text) == expected
    crlf = text.replace("\n", "\r\n")
    assert faults(show_of, b"\xef\xbb\xbf" + crlf.encode()) == expected, "as saved on Windows"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nname = pond", 2),
        ("[[scene]\n", 1),
        ('[[scene]]\n\nname = "pond', 3),
        ("a = 1\n\na = 2\n", 3),
        ("a = [1,\n2", 2),
        (b"a = 1\nb = '\xff'", 2),
        ("x = " + "[" * 5000, 1),
        ("#" * 1_000_001, 1),
    ],
)
def test_what_is_no_toml_is_told_by_line(show_of: Any, text: str | bytes, line: int) -> None:
    (told,) = faults(show_of, text)
    assert told.startswith(f"lobby.toml:{line}: ")
    assert len(told) < 300


def test_a_word_without_letters_or_font_blames_the_key_that_it_came_from(show_of: Any) -> None:
    (told,) = faults(show_of, '[[scene]]\nname="dodge"\nword="ok\u0378"')
    assert told.startswith(
        "lobby.toml:3: scene[1].word: letter '\\u0378' (U+0378): no font on this machine has"
    )
    assert "--" not in told, "options of the command line are no remedy here"
    (told,) = faults(show_of, '[[scene]]\nname="koi"\n[[scene]]\nname="dodge"\n[defaults]\nfont="No Such"')
    assert told.startswith("lobby.toml:6: defaults.font: font family 'No Such' is not installed")
    assert told.endswith("(in scene[2])")
    (told,) = faults(show_of, '[[scene]]\nname="dodge"\nword="  "')
    assert "has no letters" in told
    assert 'word = "' in told
    (told,) = faults(show_of, f'[[scene]]\nname="dodge"\nword="{"x" * 5000}"')
    assert "does not fit" in told


def test_a_font_file_is_found_beside_the_show_file(tmp_path: Path, show_of: Any) -> None:
    make_font(tmp_path / "own.ttf", {"H": (600, [(50, 0, 550, 700)])})
    text = '[[scene]]\nname="dodge"\nword="HH"\nfont="own.ttf"\n'
    assert show_of(text).acts[0].font == str(tmp_path / "own.ttf")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    (told,) = faults(show_of, text.replace("own", "broken"))
    assert told.startswith("lobby.toml:4: scene[1].font: ")


def test_reading_comes_in_steps(tmp_path: Path) -> None:
    """So that a show that plays takes up an edit between its frames: a step for every letter at least."""
    file = tmp_path / "lobby.toml"
    file.write_text('[[scene]]\nname="dodge"\nword="abcdefgh"\n[[scene]]\nname="pile"\nword="ijklmnop"\n')
    assert sum(1 for _ in reading(file, "en")) >= 16


def test_every_key_is_explained_with_a_range() -> None:
    def explained(model: type[BaseModel]) -> None:
        schema = ShowFile.model_json_schema()["$defs"][model.__name__]
        for name in model.model_fields:
            node = node_at({**ShowFile.model_json_schema(), **schema}, (name,))
            assert node.get("description"), f"{model.__name__}.{name}"
            if node.get("type") == "number":
                assert {"minimum", "maximum", "unit"} <= set(node), f"{model.__name__}.{name}"

    for part in ("Defaults", "Entry", "Attract", "Transition", "Hours", "Screen"):
        from viewer.showfile import models

        explained(getattr(models, part))


def test_the_reference_is_fresh() -> None:
    """Made by scripts/show_reference.py."""
    remedy = "run .venv/bin/python scripts/show_reference.py"
    assert (ROOT / "docs" / "show-file.md").read_text("utf-8") == page(), remedy
    assert (ROOT / "docs" / "show.schema.json").read_text("utf-8") == editors(), remedy


def test_the_schema_knows_every_scene_and_its_numbers() -> None:
    import json

    schema = json.loads(editors())
    branches = {b["if"]["properties"]["name"]["const"]: b for b in schema["$defs"]["Entry"]["allOf"]}
    assert set(branches) == set(registry.names())
    for name in registry.names():
        reference = branches[name]["then"]["properties"]["params"]["$ref"]
        numbers = schema["$defs"][reference.rsplit("/", 1)[1]]
        assert set(numbers["properties"]) == set(registry.scene_class(name).Params.model_fields)
        assert numbers["additionalProperties"] is False


def ikimoji(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(
        [sys.executable, "-m", "viewer", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize("example", sorted(p.name for p in (ROOT / "examples").glob("*.toml")))
def test_the_examples_can_be_played(example: str) -> None:
    done = ikimoji("check", f"examples/{example}")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_check_tells_every_error_and_fails(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[scene]]\nname = "ponf"\n[screen]\nfit = "x"\n')
    done = ikimoji("check", "a.toml", folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["a.toml:2", "a.toml:4", "ikimoji"]
    assert ikimoji("check", "none.toml", folder=tmp_path).returncode == 2
    assert ikimoji("check", folder=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("a.toml", "pond"), 2, "play one show file, or scenes"),
        (("none.toml",), 2, "no such file"),
        (("a.toml", "--word", "x"), 2, "[[scene]]"),
        (("a.toml", "--set", "pond.depth=1"), 2, "params ="),
        (("b.toml",), 1, "b.toml:1: scene: is missing"),
    ],
)
def test_play_refuses_what_it_cannot_play(
    tmp_path: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    (tmp_path / "a.toml").write_text('[[scene]]\nname = "pond"\n')
    (tmp_path / "b.toml").write_text("")
    done = ikimoji("play", *words, folder=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr


def test_without_a_display_a_show_is_a_contact_sheet(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[scene]]\nname = "dodge"\nword = "Hi"\n')
    done = ikimoji("play", "a.toml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "contact sheet of dodge" in done.stderr
    (tmp_path / "ikimoji-contact-sheet.png").unlink()


def test_a_wall_of_nothing_else_shows_every_scene(tmp_path: Path) -> None:
    file = tmp_path / "wall.toml"
    file.write_text('[[scene]]\nname = "wall"\ntheme = "night"\n', "utf-8")
    show = read(file, "en")
    assert [act.name for act in show.acts] == [registry.WALL, *registry.names()]
    file.write_text('defaults.word = "\U0010fffd"\n[[scene]]\nname = "wall"\nparams = { a = 1 }\n', "utf-8")
    with pytest.raises(ShowFileError) as told:
        read(file, "en")
    assert [fault.key for fault in told.value.faults] == ["defaults.word", "scene[1].params.a"]
