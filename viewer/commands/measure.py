"""``ikimoji measure``: the articles' figures, what this program gives, and the verdict."""

from __future__ import annotations

import difflib
import shutil
import textwrap
from collections.abc import Iterable
from typing import Any

import click

from scenes import figures
from viewer.commands.options import arch_option
from viewer.output import as_json, data_only


@click.command("measure")
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@click.option("--experiments", is_flag=True, help="Only name the articles' experiments, and how to see each.")
@click.option("--json", "as_data", is_flag=True, help="Data for programs.")
@arch_option
@click.pass_context
def command(ctx: click.Context, scenes: tuple[str, ...], experiments: bool, as_data: bool, arch: str) -> None:
    """Measure the published figures of SCENEs (all of them by default) on this machine.

    The exit code is 1 if a figure is not met. Kernels that run in single precision are judged by the
    tolerances for it.
    """
    known = figures.scenes()
    for name in scenes:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are some for {', '.join(known)}"
            raise click.UsageError(f"no figures for {name!r}: {hint}")
    if experiments:
        with data_only() as write:
            found = _experiments(scenes or known)
            write(as_json({"experiments": found}) if as_data else _listed(found))
        return
    import numpy as np

    from kernels import runtime
    from scenes.measure import CHANGE, measure
    from viewer.cli import say

    with data_only() as write:
        paint = _paint(arch)
        single = runtime.real() is np.float32
        rows = measure(dict.fromkeys(scenes or known), paint=paint, single=single)
        met = sum(row["ok"] for row in rows)
        if as_data:
            write(as_json({"met": met, "total": len(rows), "figures": rows}))
        else:
            write(_table(rows) + f"\n{met} of {len(rows)} figures met\n")
    if paint is not None:
        say(
            f"a pixel counts as changed from a distance of {CHANGE:g} levels in colour: "
            "that threshold is ours, none is published"
        )
    if met < len(rows):
        unmet = [row["id"] for row in rows if not row["ok"]]
        say(f"{len(unmet)} of {len(rows)} figures not met: {', '.join(unmet)}")
        ctx.exit(1)


def _paint(arch: str) -> Any:
    """What paints 480x300 pictures, or None (said) where no OpenGL can be had.

    Either way kernels run after it, on ``arch``.
    """
    from kernels import runtime
    from viewer.cli import say

    try:
        from viewer import offscreen
        from viewer.still import published_painter

        return published_painter(offscreen.start(arch))
    except Exception as error:
        say(f"figures that are counted in pictures are left out: {error}")
        device = runtime.start(arch)
        if device.failure:
            say(device.failure)
        return None


def _experiments(scenes: Iterable[str]) -> list[dict[str, Any]]:
    """Every experiment: scene, name, numbers, the figures taken with it, and the command that plays it."""
    return [
        {
            "scene": scene,
            "name": name,
            "params": numbers,
            "figures": [figure.id for figure in figures.load(scene) if figure.experiment == name],
            "command": " ".join(
                ["ikimoji play", scene, *(f"--set {scene}.{key}={_short(n)}" for key, n in numbers.items())]
            ),
        }
        for scene in dict.fromkeys(scenes)
        for name, numbers in figures.experiments(scene).items()
    ]


def _listed(found: list[dict[str, Any]]) -> str:
    return "".join(f"{one['scene']}.{one['name']}\n    {one['command']}\n" for one in found)


def _table(rows: list[dict[str, Any]]) -> str:
    """Scene by scene; what a figure is stands last, and goes on below itself where the terminal is narrow."""
    head = ("", "published", "ours", "tolerance", "figure")
    cells = [
        (
            _verdict(row["ok"]),
            *(_short(row[part]) for part in ("published", "ours", "tolerance")),
            f"{row['id']}  {row['condition']}",
        )
        for row in rows
    ]
    widths = [max(len(row[i]) for row in [head, *cells]) for i in range(4)]
    left = sum(widths) + 8
    room = max(shutil.get_terminal_size((160, 24)).columns - left, 40)
    lines = []
    for row in [head, *cells]:
        fields = [cell.ljust(width) for cell, width in zip(row, widths)]
        words = textwrap.wrap(row[4], room) or [""]
        lines.append("  ".join([*fields, words[0]]).rstrip())
        lines += [" " * left + more for more in words[1:]]
    return "\n".join(lines)


def _verdict(ok: bool) -> str:
    return "met" if ok else "NOT MET"


def _short(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return "[" + ", ".join(_short(v) for v in value) + "]"
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
