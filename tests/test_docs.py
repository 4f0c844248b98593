"""The documents tell the truth: commands, options, files and links in them exist, and their example runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from scenes import registry
from viewer.cli import COMMANDS, cli

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(p for p in (ROOT / "docs").rglob("*.md") if p.name != "template.md")])
FOLDERS = ("viewer", "kernels", "scenes", "shaders", "tests", "scripts", "docs")


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def command_lines(text: str) -> list[list[str]]:
    """Every ``ikimoji ...`` of a page, in code blocks and in inline code, split as a shell does."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    lines = [line.removeprefix("uv run ") for line in lines]
    return [shlex.split(line, comments=True)[1:] for line in lines if re.match(r"ikimoji( |$)", line)]


def check(words: list[str]) -> None:
    """Parse a command line as the program would, without running it."""
    if not words:
        return
    group = click.Context(cli)
    command = cli.get_command(group, words[0])
    assert command is not None, f"no command {words[0]!r}"
    if len(words) > 1:
        command.make_context(words[0], list(words[1:]), parent=group)


LINES = [(page_id(page), words) for page in PAGES for words in command_lines(page.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("page", "words"), LINES, ids=[f"{page}: {' '.join(words)}" for page, words in LINES]
)
def test_command_lines_in_the_pages_are_real(page: str, words: list[str]) -> None:
    try:
        check(words)
    except click.UsageError as error:
        pytest.fail(f"{page}: ikimoji {shlex.join(words)}: {error.format_message()}")


def test_every_command_is_in_the_readme() -> None:
    told = {words[0] for words in command_lines((ROOT / "README.md").read_text("utf-8")) if words}
    assert told >= set(COMMANDS)


def test_the_readme_promises_no_scene_that_is_not_there() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE))
    assert {"snake", "pond", "pile"} <= told <= set(registry.names())


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_options_in_the_pages_are_real(page: Path) -> None:
    """Options that stand alone in inline code, such as `--fit extend`, belong to some command."""
    group = click.Context(cli)
    known: dict[str, Any] = {"--help": None, "--version": None}
    for name in COMMANDS:
        command = cli.get_command(group, name)
        assert command is not None
        for option in command.params:
            known |= dict.fromkeys(option.opts, option)
    for words in re.findall(r"`(--[^`]+)`", page.read_text("utf-8")):
        option, *value = shlex.split(words)
        assert option in known, f"{page_id(page)}: no option {option}"
        if value and known[option] is not None:
            known[option].type.convert(value[0], known[option], group)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_and_files_in_the_pages_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page_id(page)}: no file {target}"
    for path in re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*)`", text):
        if "NAME" not in path:
            assert (ROOT / path).exists(), f"{page_id(page)}: no file {path}"


def test_make_targets_in_the_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        for target in re.findall(r"^make ([a-z]+)|`make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE):
            assert "".join(target) in targets, f"{page_id(page)}: no make {''.join(target)}"


def test_the_scene_in_the_architecture_page_lives() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {"__name__": "firefly"}
    exec(compile(code, "ARCHITECTURE.md", "exec"), names)
    scene = names["Firefly"]()
    scene.move(0, 400.0, 40.0)
    for _ in range(300):
        scene.tick()
    x, y = scene.picture().alt["firefly"]
    assert abs(x - 400) < 1
    assert abs(y - 40) < 1


def test_decision_records_are_listed_and_whole() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    records = sorted(folder.glob("[0-9]*.md"))
    assert len({record.name[:4] for record in records}) == len(records), "two records have one number"
    for record in records:
        text = record.read_text("utf-8")
        title = re.match(r"# (\d{4}) (.+)\n", text)
        assert title, f"{record.name}: no title"
        assert title[1] == record.name[:4]
        assert f"[{title[1]}]({record.name})" in index, f"{record.name} is not in the list"
        for part in ("Status:", "**Question.**", "**Choice.**", "**Why.**", "**What follows.**"):
            assert part in text, f"{record.name}: no {part}"


def test_the_version_is_in_the_changelog() -> None:
    found = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found
    assert f"## [{found[1]}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
