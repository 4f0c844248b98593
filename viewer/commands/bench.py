"""``ikimoji bench``: how fast kernels and scenes are here, as ratios against peers of the same run."""

from __future__ import annotations

from typing import Any

import click
import moderngl

from viewer.cli import say
from viewer.output import as_json, data_only


@click.command("bench")
@click.option("--crowds", is_flag=True, help="A thousand of every creature, too (a minute more).")
@click.option("--json", "as_data", is_flag=True, help="Data for programs.")
def command(crowds: bool, as_data: bool) -> None:
    """Measure speed here.

    Kernels beside a plain loop in Node and a memory copy that take turns with ours; then the processor time
    that a frame of each scene takes, without what a software renderer does itself.
    """
    from viewer import bench, bench_scenes

    with data_only() as write:
        ctx = _context()
        found = bench.run()
        found["rows"] += bench_scenes.rows(ctx, crowds)
        write(as_json(found) if as_data else _readable(found))


def _context() -> moderngl.Context | None:
    """A context for what is sent to the painter, None where there is no OpenGL."""
    from viewer import offscreen
    from viewer.bridge import BridgeError
    from viewer.context import ContextError

    try:
        return offscreen.start("auto")
    except (BridgeError, ContextError) as error:
        say(f"nothing is painted: {error}")
        return None


def _readable(found: dict[str, Any]) -> str:
    lines = [f"{found['machine']}; kernels on {found['device']}; Node {found['node'] or 'is not here'}"]
    for row in found["rows"]:
        lines.append(f"{row['name']}: {row['value']:g} {row['unit']}")
        if row["ratio"] is not None:
            lines.append(f"    {row['ratio']:g} times as fast as {row['peer']}")
        if row["floor_ratio"] is not None:
            lines.append(f"    {row['floor_ratio']:g} times as long as {row['floor']}")
    return "\n".join(lines) + "\n"
