"""``ikimoji still``: one moment of a scene as a PNG of any size."""

from __future__ import annotations

import math
from pathlib import Path

import click

from scenes import registry
from scenes.board import Board, extended
from viewer import cast
from viewer.commands.options import Size, say_unused, scene_options, setting_of
from viewer.output import check_writable

LONGEST = 86_400.0
"""Seconds that a still may lie after the scene's start: a day."""


@click.command("still")
@click.argument("scene")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The PNG to write.")
@click.option(
    "--at", type=click.FloatRange(0, LONGEST), metavar="SECONDS", help="When (a good moment by default)."
)
@click.option("--size", type=Size(), default="1920x1200", show_default=True, help="Pixels.")
@click.option("--transparent", is_flag=True, help="Who lives there, with shadows, without the place.")
@scene_options
def command(
    scene: str,
    output: Path,
    at: float | None,
    size: tuple[int, int],
    transparent: bool,
    lang: str | None,
    word: str | None,
    font: str | None,
    numbers: tuple[str, ...],
    reduced_motion: str,
    theme: str,
    fit: str,
    arch: str,
) -> None:
    """Render one moment of SCENE to a PNG; large pictures are painted in tiles."""
    from viewer.cli import say

    if at is not None and math.isnan(at):
        raise click.BadParameter("expected seconds, such as 3.5", param_hint="--at")
    registry.scene_class(scene)
    say_unused((scene,), word, font)
    overrides = cast.parse_overrides(numbers, (scene,))
    if output.suffix.lower() != ".png":
        raise click.UsageError(f"-o {output}: a still is a PNG, so give a name that ends in .png")
    output = output.absolute()
    check_writable(output)
    board = extended(*size) if fit == "extend" else Board()
    setting = setting_of(lang, word, font, reduced_motion, theme, board)
    from viewer import poster

    poster.write(
        output,
        scene,
        setting,
        overrides,
        at=at,
        size=size,
        fit=fit,  # type: ignore[arg-type]
        transparent=transparent,
        arch=arch,
    )
    say(f"wrote {output} ({size[0]}x{size[1]})")
