"""One look at a driver in a process of its own: a driver that crashes takes only this process with it.

``python -m viewer.probe gl|kernels|screens|window`` prints what it found as JSON.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Literal

from viewer.output import as_json, data_only

Kind = Literal["gl", "kernels", "screens", "window"]
PATIENCE = 60
"""Seconds that a driver may take."""


def probe(kind: Kind) -> dict[str, Any]:
    """What that look finds: always ``ok``; ``error`` and perhaps ``remedy`` where it is False."""
    command = [sys.executable, "-m", "viewer.probe", kind]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return {"ok": False, "error": f"the driver does not answer within {PATIENCE} s"}
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        return {"ok": False, "error": f"the driver crashed ({_end(done.returncode)}): {last}"}
    return found


def _end(code: int) -> str:
    """How a process ended, in words."""
    try:
        return signal.Signals(-code).name if code < 0 else f"exit {code}"
    except ValueError:
        return f"signal {-code}"


def _gl() -> dict[str, Any]:
    from viewer import context

    return _told(context.describe(context.headless()))


def _kernels() -> dict[str, Any]:
    """What runs the kernels where nothing but a headless context is there, and what else there would be."""
    from viewer import bridge, context

    try:
        ctx = context.headless()
    except context.ContextError:
        ctx = None
    device = bridge.start(ctx)
    return {
        "ok": True,
        "version": version("taichi"),
        "arch": device.arch,
        "device": device.name,
        "hardware": device.hardware,
        "reason": device.reason,
        "devices": _devices(),
    }


def _devices() -> list[dict[str, Any]]:
    """Every processor that the drivers tell of, software ones marked."""
    from kernels import devices

    found: list[dict[str, Any]] = [{"arch": "cpu", "name": devices.cpu_name(), "hardware": False}]
    if name := devices.cuda_name():
        found.append({"arch": "cuda", "name": name, "hardware": True})
    if name := devices.metal_name():
        found.append({"arch": "metal", "name": name, "hardware": True})
    found += [{"arch": "vulkan", "name": name, "hardware": real} for name, real in devices.vulkan_names()]
    return found


def _screens() -> dict[str, Any]:
    """Screens and touch devices that SDL tells of."""
    from viewer import sdl

    sdl.need_display()
    sdl.start()
    try:
        found = {"displays": [vars(display) for display in sdl.displays()], "touch": sdl.touch_devices()}
    finally:
        sdl.stop()
    return {"ok": True, "sdl": sdl.version(), **found}


def _window() -> dict[str, Any]:
    from viewer import context, sdl
    from viewer.window import Window

    sdl.start()
    try:
        return _told(context.describe(Window("Ikimoji doctor", (64, 64), shown=False).ctx))
    finally:
        sdl.stop()


def _told(facts: Any) -> dict[str, Any]:
    found = {
        "ok": True,
        "renderer": facts.renderer,
        "vendor": facts.vendor,
        "version": facts.version_text,
        "hardware": facts.hardware,
        "max_texture": facts.max_texture,
    }
    if not facts.hardware:
        found["note"] = "a software renderer: large windows will be slow; a graphics driver makes it fluent"
    return found


LOOKS: dict[Kind, Callable[[], dict[str, Any]]] = {
    "gl": _gl,
    "kernels": _kernels,
    "screens": _screens,
    "window": _window,
}


def _look(kind: Kind) -> dict[str, Any]:
    try:
        return LOOKS[kind]()
    except Exception as error:
        what = getattr(error, "what", None) or str(error) or type(error).__name__
        return {"ok": False, "error": what, "remedy": getattr(error, "remedy", "")}


if __name__ == "__main__":
    with data_only() as write:
        write(as_json(_look(sys.argv[1])))  # type: ignore[arg-type]
