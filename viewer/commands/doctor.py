"""``ikimoji doctor``: what this machine has, what is missing, and how to get it."""

from __future__ import annotations

import click

from viewer.output import as_json, data_only


@click.command("doctor")
@click.option("--json", "as_data", is_flag=True, help="Data for programs.")
@click.pass_context
def command(ctx: click.Context, as_data: bool) -> None:
    """Say what this machine has for graphics, kernels, screens and fonts, and what is missing."""
    from viewer.doctor import examine, readable

    with data_only() as write:
        found = examine()
        write(as_json(found) if as_data else readable(found))
    ctx.exit(0 if found["ok"] else 1)
