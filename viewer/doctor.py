"""Looks at this machine: OpenGL, kernels, screens, touch, fonts; what is missing, with the remedy."""

from __future__ import annotations

import platform
from typing import Any

from viewer.probe import probe
from viewer.problem import GL_REMEDY, remedy_here

Found = dict[str, Any]
Missing = list[dict[str, Any]]


def examine() -> Found:
    """Everything found, in the shape that ``ikimoji doctor --json`` prints.

    ``missing``: [{"what", "remedy", "optional"}]. ``ok``: nothing is missing but what is optional, so that
    pictures can be drawn with all three languages' letters. A screen is optional (stills need none), and so
    is a bold font (letters are drawn with the nearest). Drivers are asked in processes of their own: one that
    crashes or hangs is reported like one that is missing.
    """
    missing: Missing = []
    gl = _gl(missing)
    taichi = _taichi(missing)
    screens = _screens(missing)
    fonts = _fonts(missing)
    return {
        "ok": all(row["optional"] for row in missing),
        "system": {"os": platform.platform(), "python": platform.python_version()},
        "gl": gl,
        "taichi": taichi,
        **screens,
        "fonts": fonts,
        "missing": missing,
    }


def _lacks(missing: Missing, what: str, remedy: str, *, optional: bool = False) -> None:
    missing.append({"what": what, "remedy": remedy, "optional": optional})


def _gl(missing: Missing) -> Found:
    """The renderer of a headless context, or why there is none."""
    found = probe("gl")
    if not found["ok"]:
        _lacks(missing, "OpenGL 3.3", remedy_here(GL_REMEDY))
    return found


def _taichi(missing: Missing) -> Found:
    """What runs the kernels here without a window."""
    found = probe("kernels")
    if not found["ok"]:
        remedy = "--arch cpu does without graphics drivers; else install the project again (uv sync)"
        _lacks(missing, "Taichi", f"{remedy}: {found['error']}")
    return found


def _screens(missing: Missing) -> Found:
    """Screens and touch devices, and the renderer that a window would get."""
    found: Found = {"displays": [], "touch": [], "window": None, "sdl": None}
    screens = probe("screens")
    if not screens.pop("ok"):
        found["display_error"] = screens["error"]
        _lacks(missing, "display", screens.get("remedy") or "check the display's driver", optional=True)
        return found
    found |= screens
    found["window"] = probe("window")
    if not found["window"]["ok"]:
        _lacks(missing, "OpenGL 3.3 in a window", remedy_here(GL_REMEDY))
    return found


def _fonts(missing: Missing) -> Found:
    try:
        from scenes import fonts

        found = fonts.describe()
    except Exception as error:
        _lacks(missing, "fonts", str(error))
        return {"error": str(error)}
    missing += found.pop("missing", [])
    return found


def readable(found: Found) -> str:
    """The same for people."""
    gl, taichi, fonts = found["gl"], found["taichi"], found["fonts"]
    lines = [f"system    {found['system']['os']}, Python {found['system']['python']}"]
    if gl["ok"]:
        kind = "hardware" if gl["hardware"] else "software"
        lines.append(f"OpenGL    {gl['renderer']} ({kind}), {gl['version']}")
        lines += [f"          {gl['note']}"] if "note" in gl else []
    else:
        lines.append(f"OpenGL    none: {gl['error']}")
    window = found["window"]
    if window:
        lines.append(f"window    {window['renderer'] if window['ok'] else 'none: ' + window['error']}")
    if taichi["ok"]:
        lines.append(f"kernels   {taichi['arch']}: {taichi['device']} ({taichi['reason']})")
        lines += [f"          {d['arch']}: {d['name']}" for d in taichi["devices"]]
    else:
        lines.append(f"kernels   none: {taichi['error']}")
    for d in found["displays"]:
        place = f"{d['width']}x{d['height']} at {d['x']},{d['y']}, {d['hz']} Hz, scale {d['scale']:g}"
        lines.append(f"display   {d['index']} {d['name']}: {place}")
    if not found["displays"]:
        lines.append(f"display   none: {found.get('display_error', 'SDL tells of none')}")
    lines.append(
        f"touch     {', '.join(found['touch']) or 'none told of (it may appear with the first touch)'}"
    )
    for language in ("ja", "ko", "en"):
        face = fonts.get(language)
        lines.append(f"font {language}   " + (f"{face['family']} {face['style']}" if face else "none"))
    lines.append(f"emoji     {fonts.get('emoji') or 'none in colour'}")
    for row in sorted(found["missing"], key=lambda row: row["optional"]):
        lines.append(f"{'optional' if row['optional'] else 'MISSING':9} {row['what']}: {row['remedy']}")
    lines.append("ready     pictures can be drawn here" if found["ok"] else "NOT READY see MISSING above")
    return "\n".join(lines) + "\n"
