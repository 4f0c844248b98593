"""``ikimoji bench``: how fast the kernels are here, as ratios against peers of the same run."""

from __future__ import annotations

from typing import Any

import click

from viewer.output import as_json, data_only


@click.command("bench")
@click.option("--json", "as_data", is_flag=True, help="Data for programs.")
def command(as_data: bool) -> None:
    """Measure speed here, beside a plain loop in Node and a memory copy that take turns with ours."""
    from viewer import bench

    with data_only() as write:
        found = bench.run()
        write(as_json(found) if as_data else _readable(found))


def _readable(found: dict[str, Any]) -> str:
    lines = [f"{found['machine']}; kernels on {found['device']}; Node {found['node'] or 'is not here'}"]
    for row in found["rows"]:
        lines.append(f"{row['name']}: {row['value']:g} {row['unit']}")
        if row["ratio"] is not None:
            lines.append(f"    {row['ratio']:g} times as fast as {row['peer']}")
        if row["floor_ratio"] is not None:
            lines.append(f"    {row['floor_ratio']:g} times as long as {row['floor']}")
    return "\n".join(lines) + "\n"
