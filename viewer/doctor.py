"""Looks at this machine: OpenGL, kernels, screens, touch, fonts; what is missing, with the remedy."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import Any

from viewer.probe import probe
from viewer.problem import GL_REMEDY, Problem, remedy_here

Found = dict[str, Any]


def examine() -> Found:
    """Everything found, in the shape that ``ikimoji doctor --json`` prints.

    ``ok``: pictures can be drawn with all three languages' letters. A machine without a screen is still
    ok (it renders stills); the screen is then among ``missing``.
    """
    missing: list[dict[str, str]] = []
    gl = _gl(missing)
    taichi = _taichi(missing)
    screens = _screens(missing)
    fonts = _fonts(missing)
    vital = [row for row in missing if row["what"] != "display"]
    return {
        "ok": not vital,
        "system": {"os": platform.platform(), "python": platform.python_version()},
        "gl": gl,
        "taichi": taichi,
        **screens,
        "fonts": fonts,
        "missing": missing,
    }


def _gl(missing: list[dict[str, str]]) -> Found:
    """The renderer of a headless context, or why there is none."""
    found = probe("gl")
    if not found["ok"]:
        missing.append({"what": "OpenGL 3.3", "remedy": remedy_here(GL_REMEDY)})
    return found


def _taichi(missing: list[dict[str, str]]) -> Found:
    """What runs the kernels here without a window."""
    try:
        from kernels import runtime

        device = runtime.start()
    except Exception as error:
        missing.append(
            {"what": "Taichi", "remedy": f"install the project again (uv sync, or pipx reinstall): {error}"}
        )
        return {"ok": False, "error": str(error)}
    return {
        "ok": True,
        "version": version("taichi"),
        "arch": device.arch,
        "device": device.name,
        "hardware": device.hardware,
        "reason": device.reason,
        "devices": _devices(),
    }


def _devices() -> list[Found]:
    """Every processor that the drivers tell of, software ones marked."""
    from kernels import devices

    found: list[Found] = [{"arch": "cpu", "name": devices.cpu_name(), "hardware": False}]
    if name := devices.cuda_name():
        found.append({"arch": "cuda", "name": name, "hardware": True})
    if name := devices.metal_name():
        found.append({"arch": "metal", "name": name, "hardware": True})
    found += [{"arch": "vulkan", "name": name, "hardware": real} for name, real in devices.vulkan_names()]
    return found


def _screens(missing: list[dict[str, str]]) -> Found:
    """Screens and touch devices that SDL tells of, and the renderer that a window would get."""
    found: Found = {"displays": [], "touch": [], "window": None, "sdl": None}
    try:
        from viewer import sdl

        found["sdl"] = sdl.version()
        sdl.need_display()
        sdl.start()
    except Problem as problem:
        missing.append({"what": "display", "remedy": problem.remedy})
        found["display_error"] = problem.what
        return found
    found["displays"] = [vars(display) for display in sdl.displays()]
    found["touch"] = sdl.touch_devices()
    sdl.stop()
    found["window"] = probe("window")
    if not found["window"]["ok"]:
        missing.append({"what": "OpenGL 3.3 in a window", "remedy": remedy_here(GL_REMEDY)})
    return found


def _fonts(missing: list[dict[str, str]]) -> Found:
    try:
        from scenes import fonts

        found = fonts.describe()
    except Exception as error:
        missing.append({"what": "fonts", "remedy": str(error)})
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
    lines += [f"missing   {row['what']}: {row['remedy']}" for row in found["missing"]]
    return "\n".join(lines) + "\n"
