"""``ikimoji measure``: the articles' figures, what this program gives, and the verdict."""

from __future__ import annotations

import difflib
from typing import Any

import click

from scenes import figures
from viewer.commands.options import arch_option
from viewer.output import as_json, data_only


@click.command("measure")
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@click.option("--json", "as_data", is_flag=True, help="Data for programs.")
@arch_option
@click.pass_context
def command(ctx: click.Context, scenes: tuple[str, ...], as_data: bool, arch: str) -> None:
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


def _table(rows: list[dict[str, Any]]) -> str:
    head = ("figure", "published", "ours", "tolerance", "")
    cells = [head] + [
        (r["id"], _short(r["published"]), _short(r["ours"]), _short(r["tolerance"]), _verdict(r["ok"]))
        for r in rows
    ]
    widths = [max(len(row[i]) for row in cells) for i in range(4)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[4]]).rstrip()
        for row in cells
    )


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
