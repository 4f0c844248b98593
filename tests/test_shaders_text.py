"""Shader files: how they are composed, and that faults are told by file and line."""

from __future__ import annotations

import re
from pathlib import Path

import moderngl
import pytest

from scenes.picture import Pattern
from shaders.loader import FOLDER, SPAN, STAGES, VERSION, ShaderError, all_files, explain, load
from viewer.painter import Painter
from viewer.painter.programs import DEFINES, Form

ROOT = Path(__file__).resolve().parents[1]
STAGE_FILES = [name for name in all_files() if name.endswith(STAGES)]


def write(folder: Path, **files: str) -> Path:
    (folder / "lib").mkdir(exist_ok=True)
    for name, text in files.items():
        path = name.replace("__", "/")
        stem, _, kind = path.rpartition("_")
        (folder / f"{stem}.{kind}").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", STAGE_FILES)
def test_every_stage_composes_with_one_version_and_each_piece_once(name: str) -> None:
    source = load(name, {**DEFINES, "SKIN": 0})
    lines = source.text.splitlines()
    assert lines[0] == VERSION
    assert source.text.count("#version") == 1
    assert "#include" not in source.text
    assert len(set(source.files)) == len(source.files)
    assert source.files[0] == name


@pytest.mark.parametrize("name", all_files())
def test_every_file_says_what_it_is_for_and_is_short_enough_to_read(name: str) -> None:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) < 300 < SPAN


def test_pieces_are_included_once_however_often_they_are_asked_for(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        lib__a_glsl="float a() { return 1.0; }",
        lib__b_glsl='#include "lib/a.glsl"\nfloat b() { return a(); }',
        x_frag='#include "lib/b.glsl"\n#include "lib/a.glsl"\nvoid main() {}',
    )
    source = load("x.frag", folder=folder)
    assert source.text.count("float a()") == 1
    assert source.files == ("x.frag", "lib/b.glsl", "lib/a.glsl")
    assert source.text.index("float a()") < source.text.index("float b()")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('#include "lib/gone.glsl"', r"x\.frag:2: no file 'lib/gone\.glsl' \(there are: lib/a\.glsl\)"),
        ('#include "a.glsl"', r"x\.frag:2: .* only #include"),
        ('#include "lib/a.glsl" // see', r"x\.frag:2: .* only #include"),
        ("  #include <lib/a.glsl>", r"x\.frag:2: .* only #include"),
        ("#version 120", r"x\.frag:2: .* only #include"),
        ("# line 3", r"x\.frag:2: .* only #include"),
    ],
)
def test_a_faulty_directive_is_told_by_file_and_line(tmp_path: Path, line: str, said: str) -> None:
    folder = write(tmp_path, lib__a_glsl="float a;", x_frag=f"// x\n{line}\nvoid main() {{}}")
    with pytest.raises(ShaderError, match=said):
        load("x.frag", folder=folder)


def test_a_circle_of_includes_is_told(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        lib__a_glsl='#include "lib/b.glsl"',
        lib__b_glsl='// b\n#include "lib/a.glsl"',
        x_frag='#include "lib/a.glsl"',
    )
    with pytest.raises(ShaderError, match=r"lib/b\.glsl:2: x\.frag -> lib/a\.glsl -> lib/b\.glsl -> lib/a"):
        load("x.frag", folder=folder)


def test_an_unknown_stage_is_told_with_the_known_ones() -> None:
    with pytest.raises(ShaderError, match=r"no shader file 'ribon\.frag'.*ribbon\.frag"):
        load("ribon.frag")
    with pytest.raises(ShaderError):
        load("lib/noise.glsl")


@pytest.mark.parametrize(
    "message",
    ["0:{line}(17): error: oh", "0({line}) : error C1008: oh", "ERROR: 0:{line}: 'x' : oh"],
)
def test_messages_of_three_drivers_lead_to_the_file(message: str) -> None:
    number = all_files().index("lib/noise.glsl") + 1
    told = explain(message.format(line=number * SPAN + 12))
    assert "lib/noise.glsl:12" in told
    assert str(number * SPAN + 12) not in told


@pytest.mark.gl
@pytest.mark.parametrize("bad", ["float b = 1.0 +;", "float b() { return undeclared * 2.0; }"])
def test_a_real_compiler_error_names_the_included_file_and_line(
    ctx: object, tmp_path: Path, bad: str
) -> None:
    folder = write(
        tmp_path,
        lib__a_glsl="// a\nfloat a;\n",
        lib__b_glsl=f'// b\n#include "lib/a.glsl"\n\n{bad}\n',
        x_frag='// x\n#include "lib/b.glsl"\nout vec4 color;\nvoid main() { color = vec4(b()); }',
    )
    text = load("x.frag", folder=folder).text
    with pytest.raises(moderngl.Error) as caught:
        ctx.program(vertex_shader="#version 330\nvoid main() {}", fragment_shader=text)  # type: ignore[attr-defined]
    assert "lib/b.glsl:4: error" in explain(str(caught.value), folder=folder)


@pytest.mark.gl
def test_every_stage_is_compiled_and_used_by_a_painter(ctx: moderngl.Context) -> None:
    painter = Painter(ctx)
    painter.warm()
    keys = painter.shaders._programs
    assert {f"{key[0]}.vert" for key in keys} | {f"{key[1]}.frag" for key in keys} == set(STAGE_FILES)
    painter.release()


@pytest.mark.parametrize("name", all_files())
def test_no_smoothstep_runs_backwards(name: str) -> None:
    """GLSL leaves smoothstep(a, b, x) undefined where a >= b: a falling edge is 1 - smoothstep(b, a, x)."""
    number = r"\s*(-?[\d.]+(?:e-?\d+)?)\s*"
    text = (FOLDER / name).read_text("utf-8")
    steps = [m.groups() for m in re.finditer(rf"smoothstep\({number},{number},", text)]
    assert [step for step in steps if float(step[0]) >= float(step[1])] == []


@pytest.mark.parametrize("name", all_files())
def test_no_member_is_named_as_the_method_of_arrays(name: str) -> None:
    """Mesa takes a struct's member ``length``; compilers that go by the reference refuse it."""
    assert re.findall(r"\.length\b(?!\()", (FOLDER / name).read_text("utf-8")) == []


def chosen(text: str, defines: dict[str, int]) -> str:
    """The lines of a composed stage that its ``#if`` lines leave, comments taken away."""
    known = dict(defines)
    left: list[str] = []
    open_: list[list[bool]] = []  # of each #if around: whether in force, whether a branch was taken

    def true(expression: str) -> bool:
        words = re.sub(r"[A-Za-z_]\w*", lambda m: str(known.get(m[0], 0)), expression)
        return bool(eval(words.replace("&&", " and ").replace("||", " or ")))

    for line in re.sub(r"//.*", "", text).splitlines():
        word, _, rest = line.strip().partition(" ")
        if word in ("#if", "#ifdef"):
            taken = rest.strip() in known if word == "#ifdef" else true(rest)
            open_.append([taken, taken])
        elif word in ("#elif", "#else"):
            now = not open_[-1][1] and (word == "#else" or true(rest))
            open_[-1] = [now, now or open_[-1][1]]
        elif word == "#endif":
            open_.pop()
        elif word == "#define" and all(one for one, _ in open_):
            name, _, value = rest.partition(" ")
            known[name] = int(value) if value.strip().lstrip("-").isdigit() else 1
        elif all(one for one, _ in open_):
            left.append(line)
    return "\n".join(left)


def passed(stage: str, way: str, defines: dict[str, int]) -> dict[str, tuple[bool, str]]:
    """What a stage takes in or gives out: name to whether it is flat, and its type."""
    text = chosen(load(stage, {**DEFINES, **defines}).text, {})
    found = re.findall(rf"^(flat )?{way} (\w+) (\w+);", text, re.MULTILINE)
    return {name: (bool(flat), kind) for flat, kind, name in found}


FORMS = [
    *(
        ("glyph", "glyph", {"FORM": int(form), "FINISH": finish, "COLORED": colored})
        for form in Form
        for finish in (0, 1)
        for colored in (0, 1)
    ),
    *(("ribbon", "ribbon", {"SKIN": skin}) for skin in (-1, *map(int, Pattern))),
    *(("shape", "shape", {"SHADED": shaded}) for shaded in (0, 1)),
    ("disc", "disc", {}),
    *(("pieces", bake, {}) for bake in ("joint", "spine", "loop")),
]
"""Programs that hand something from stage to stage: vertex stage, fragment stage, choices."""


@pytest.mark.parametrize(("vertex", "fragment", "choices"), FORMS)
def test_no_program_hands_on_more_than_every_driver_takes(
    vertex: str, fragment: str, choices: dict[str, int]
) -> None:
    """OpenGL 3.3 promises 60 components between the stages (15 vectors) and 16 attributes. Both stages name
    the same ones: what only the fragment stage has would be undefined."""
    given, taken = passed(f"{vertex}.vert", "out", choices), passed(f"{fragment}.frag", "in", choices)
    assert given == taken
    assert 0 < len(given) <= 15
    assert all(flat for flat, kind in given.values() if kind[0] in "iu")  # cannot be interpolated
    assert 0 < len(passed(f"{vertex}.vert", "in", choices)) <= 16


def test_every_program_with_a_handover_is_looked_at() -> None:
    vertex = {name[:-5] for name in STAGE_FILES if name.endswith(".vert") and passed(name, "out", {})}
    assert vertex == {form[0] for form in FORMS}


def test_every_uniform_that_python_asks_for_is_declared() -> None:
    declared = {"Frame"}
    for name in all_files():
        text = (FOLDER / name).read_text("utf-8")
        declared |= set(re.findall(r"uniform \w+ (\w+)", text)) | set(re.findall(r"\bin \w+ (\w+);", text))
    asked: dict[str, str] = {}
    for path in sorted((ROOT / "viewer" / "painter").glob("*.py")):
        for name in re.findall(r'\b(?:program|bake|water|surface|web)\["(\w+)"\]', path.read_text("utf-8")):
            asked[name] = path.name
    assert len(asked) > 5
    assert {name: where for name, where in asked.items() if name not in declared} == {}
