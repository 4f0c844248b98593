"""Run in a process of its own by test_bridge.py (Taichi starts once a process): one arch, one task.

``bridge_child.py TASK ARCH [FILE]`` prints one JSON object.
"""

from __future__ import annotations

import ctypes
import json
import sys
from dataclasses import replace
from typing import Any

import moderngl
import numpy as np

from kernels import launch as launching
from kernels import memory, runtime
from kernels.knees import solve_knees
from kernels.waves import WaveGrid
from scenes import registry
from scenes.board import Board, view
from scenes.picture import Ground, Picture, Water, discs, floats
from scenes.theme import THEMES, fade
from viewer import bridge, context
from viewer.painter import Painter

SIZE = 480, 300


def stirred(steps: int = 40) -> WaveGrid:
    grid = WaveGrid(240, 150)
    grid.poke(80.0, 60.0, 4.0, -6.0)
    for step in range(steps):
        grid.stir(np.array([[120 + step, 90.0, 0.4]], np.float32))
        grid.step()
    return grid


def pond(grid: WaveGrid, moment: float = 0.6) -> Picture:
    theme = THEMES["day"]
    ground = Ground(name="ground", top=theme.paper, bottom=theme.sand, patch=fade(theme.water, 0.4))
    places = [(40.0 + 80 * i, 60.0 + 45 * j) for i in range(6) for j in range(5)]
    stones = discs("stones", places, np.full(len(places), 9.0), theme.coral, ink=theme.ink, ink_width=2.0)
    water = Water(
        name="water",
        height=grid.height,
        previous=grid.previous,
        cell=2.0,
        refract=1.6,
        tint=fade(theme.water, 0.4),
        light=theme.milk,
        drift=floats([0.25, 0.7]),
        moment=moment,
    )
    return Picture((ground, stones, water))


def read(target: moderngl.Framebuffer) -> np.ndarray:
    width, height = target.size
    return np.frombuffer(target.read(components=4), np.uint8).reshape(height, width, 4)[::-1]


def picture(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """Paint the pond for some ticks and keep the last frame."""
    device = bridge.start(ctx, arch)
    target = ctx.framebuffer([ctx.texture(SIZE, 4)])
    painter, grid = Painter(ctx), stirred()
    for _ in range(3):
        grid.step()
        painter.paint(pond(grid), view(*SIZE), target)
    np.save(file, read(target))
    return {"arch": device.arch, "route": bridge.carrier(ctx).route, "error": ctx.error}


def zero_copy(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """A kernel's write is seen in GL and GL's write is seen by kernels: it is the same memory."""
    bridge.start(ctx, arch)
    grid = WaveGrid(32, 16)
    grid.poke(10.0, 8.0, 3.0, 5.0)
    runtime.sync()
    view_of = ctx.external_buffer(memory.gl_name(grid.height), 32 * 16 * 4)
    seen = np.frombuffer(view_of.read(), np.float32).reshape(16, 32)
    same = bool(np.array_equal(seen, runtime.host(grid.height)))

    def no_host(array: Any) -> Any:
        raise AssertionError("the zero-copy route went through the host")

    carrier = bridge.carrier(ctx)
    texture = ctx.texture((32, 16), 1, dtype="f4")
    through_host, runtime.host = runtime.host, no_host
    carrier.upload(grid.height, texture)
    runtime.host = through_host
    carried = np.frombuffer(texture.read(), np.float32).reshape(16, 32)

    marks = np.arange(32 * 16, dtype=np.float32).reshape(16, 32)
    view_of.write(marks)
    ctx.finish()
    return {
        "route": carrier.route,
        "same": same,
        "peak": float(seen.max()),
        "carried": bool(np.array_equal(carried, seen)),
        "back": bool(np.array_equal(runtime.host(grid.height), marks)),
        "error": ctx.error,
    }


def most_arrays() -> None:
    """Launch a kernel of as many arrays as kernels may have."""
    hip, foot, knee, drawn = np.ones((4, 2, 2), np.float32)
    solve_knees(hip, foot, np.ones((2, 3), np.float32), True, knee, drawn, np.ones(2, np.float32))


def undisturbed(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """Launches between and around paints change neither the GL state that is guarded nor the picture."""
    bridge.start(ctx, arch)
    load = ctx.mglo._context.load  # type: ignore[attr-defined]
    get = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_void_p)(load("glGetIntegerv"))
    get_slot = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p)(load("glGetIntegeri_v"))
    use = ctypes.CFUNCTYPE(None, ctypes.c_uint)(load("glUseProgram"))

    def state() -> list[int]:
        number = ctypes.c_int()
        values = []
        for name in (
            0x8B8D,
            0x90D3,
            0x8A28,
            0x8894,
            0x88EF,
        ):  # program; storage, uniform, array, unpack buffer
            get(name, ctypes.addressof(number))
            values.append(number.value)
        for slot in range(12):
            for name in (0x90D3, 0x8A28):
                get_slot(name, slot, ctypes.addressof(number))
                values.append(number.value)
        return values

    program = ctx.program(
        vertex_shader="#version 330\nvoid main() { gl_Position = vec4(0.0); }",
        fragment_shader="#version 330\nout vec4 c; void main() { c = vec4(1.0); }",
    )
    grid = stirred(0)
    runtime.sync()  # or it reaches GL when it likes, and binds an argument that it frees later
    mine = ctx.buffer(reserve=64)
    for slot in range(12):
        mine.bind_to_storage_buffer(slot)
        mine.bind_to_uniform_block(slot)
    use(program.glo)
    before = state()
    with bridge.undisturbed(ctx):
        grid.poke(30.0, 30.0, 4.0, 3.0)
        grid.stir(np.array([[50.0, 50.0, 1.0]], np.float32))
        grid.step()
        most_arrays()
        runtime.sync()
    after = state()
    most_arrays()
    runtime.sync()

    target = ctx.framebuffer([ctx.texture(SIZE, 4)])
    painter = Painter(ctx)
    grid.clear()
    runtime.sync()
    painter.paint(pond(grid), view(*SIZE), target)
    first = read(target).copy()
    worst = 0
    for _ in range(5):
        grid.step()  # launched, not yet synchronised: reaches GL during the paint
        painter.paint(pond(grid), view(*SIZE), target)
        worst = max(worst, int(np.abs(read(target).astype(int) - first).max()))
    return {"kept": before == after, "launch_changes": state() != before, "worst": worst, "error": ctx.error}


def slots(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """Which storage and uniform slots the kernels of all scenes bind, each asked of GL after its launch."""
    bridge.start(ctx, arch)
    load = ctx.mglo._context.load  # type: ignore[attr-defined]
    get_slot = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p)(load("glGetIntegeri_v"))
    mine, number = ctx.buffer(reserve=64), ctypes.c_int()
    touched: dict[str, list[list[int]]] = {}
    plain = launching.launch

    def watched(kernel: Any, *args: Any, **how: Any) -> Any:
        for slot in range(16):
            mine.bind_to_storage_buffer(slot)
            mine.bind_to_uniform_block(slot)
        result = plain(kernel, *args, **how)
        runtime.sync()
        found: list[list[int]] = [[], []]
        for slot in range(16):
            for kind, name in enumerate((0x90D3, 0x8A28)):
                get_slot(name, slot, ctypes.addressof(number))
                if number.value != mine.glo:
                    found[kind].append(slot)
        touched[f"{kernel._primal.func.__module__}.{kernel._primal.func.__name__}"] = found
        return result

    for module in [module for name, module in sys.modules.items() if name.startswith("kernels")]:
        if getattr(module, "launch", None) is plain:
            module.launch = watched  # type: ignore[attr-defined]
    for name in registry.names():
        kind = registry.scene_class(name)
        many = kind.Params(count=3) if "count" in kind.Params.model_fields else None  # type: ignore[call-arg]
        scene = kind(many)
        for _ in range(20):  # the letters' lead of a few ticks launches nothing
            scene.tick()
        scene.picture()
    return {"touched": touched}


def attempt(do: Any, *args: Any) -> str:
    """'' or what went wrong."""
    try:
        do(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def lives(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """Every scene lives, takes input and another board, and is painted; by name '', or what went wrong."""
    device = bridge.start(ctx, arch)
    target, painter = ctx.framebuffer([ctx.texture(SIZE, 4)]), Painter(ctx)

    def live(name: str) -> None:
        scene = registry.scene_class(name)()
        for tick in range(90):
            if tick == 50:
                scene.press(0, 210.0, 180.0)
                scene.key("down")
            if tick == 65:
                scene.release(0, 260.0, 170.0)
                scene.place(replace(scene.setting, board=Board(700.0, 300.0)))
            scene.tick()
        shown = scene.picture()
        for layer in shown.layers:
            for key, value in vars(layer).items():
                assert not isinstance(value, np.ndarray) or np.isfinite(value).all(), f"{layer.name}.{key}"
        painter.paint(shown, view(*SIZE), target)
        assert ctx.error == "GL_NO_ERROR"
        assert read(target).std() > 4

    said = {name: attempt(live, name) for name in registry.names()}
    return {"arch": device.arch, "real": np.dtype(runtime.real()).name, "scenes": said}


def early(ctx: moderngl.Context, arch: str, file: str) -> dict[str, Any]:
    """A runtime that began without the window's context is refused, with the remedy."""
    runtime.start(arch)

    def said(attempt: Any) -> str:
        try:
            attempt()
        except bridge.BridgeError as error:
            return str(error)
        return ""

    return {"said": [said(lambda: bridge.start(ctx, arch)), said(lambda: bridge.carrier(ctx))]}


def windowless(ctx: None, arch: str, file: str) -> dict[str, Any]:
    """No context at all."""
    device = bridge.start(None, arch)
    grid = stirred(3)
    return {"arch": device.arch, "peak": float(np.abs(runtime.host(grid.height)).max())}


if __name__ == "__main__":
    task, arch, *rest = sys.argv[1:]
    ctx = None if task == "windowless" else context.headless()
    print(json.dumps(globals()[task](ctx, arch, *(rest or [""]))))
