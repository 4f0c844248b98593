"""The one place that starts Taichi: which processor runs the kernels, in which precision, from which thread.

``start`` is called once by the program; kernels call ``ensure``, which starts the best device by itself
where nobody did (tests, notebooks). Taichi holds one device for the life of the process.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import platformdirs
import taichi as ti
from taichi.lang import impl

from kernels import compiling, devices
from kernels.archs import ARCHS

_REMEDY = {
    "opengl": "install an OpenGL 4.3 driver (on Debian: libegl1 libgl1-mesa-dri)",
    "cuda": "install NVIDIA's driver (nvidia-smi must list the card)",
    "metal": "Metal exists on macOS only",
    "vulkan": "install a Vulkan driver (on Debian: libvulkan1 mesa-vulkan-drivers)",
}
WAIT = 0.002
"""Seconds that the other thread goes on before it is looked whether it has read its kernel."""


class RuntimeNotStarted(RuntimeError):
    """The device was asked for before ``start``."""


class WrongThread(RuntimeError):
    """A kernel was launched from a thread other than the one that started the runtime."""


@dataclass(frozen=True)
class Device:
    """What runs the kernels. ``reason`` says in one sentence why this one."""

    arch: str
    name: str
    hardware: bool
    """Whether it is a real graphics processor (False for 'cpu' and for software drivers)."""
    reason: str
    failure: str = ""
    """What was asked for and could not be had, with the remedy; '' when all went well."""

    @property
    def gpu_arrays(self) -> bool:
        """Whether big grids live in the device's memory (else they are NumPy arrays)."""
        return self.arch != "cpu"


_device: Device | None = None
_thread = 0
_aside: Aside | None = None
_asked = ""


def start(arch: str = "auto", *, gl_renderer: str | None = None, seed: int = 0) -> Device:
    """Start Taichi on ``arch`` and say what runs. Later calls return the device that already runs, with a
    RuntimeWarning if they ask for another.

    ``gl_renderer`` is the GL_RENDERER of the OpenGL context that is current in this thread, None where there
    is none. 'auto' takes OpenGL only from a hardware context (its arrays are then shared with the painter),
    then CUDA, Metal and Vulkan where a real device exists, then the CPU. An arch asked for by name that
    fails gives the CPU, with the reason in ``Device.failure``; it never raises for want of a device.
    Raises ValueError for a name that is none of ``archs.ARCHS``.
    """
    global _device, _thread, _asked
    if arch != "auto" and arch not in ARCHS:
        raise ValueError(f"unknown arch {arch!r}: choose auto, {', '.join(ARCHS)}")
    if _device is not None:
        if arch not in ("auto", _asked, _device.arch):
            warnings.warn(
                f"kernels already run on {_device.arch}, for the life of this process: "
                f"ask for {arch} before the first kernel",
                RuntimeWarning,
                stacklevel=2,
            )
        return _device
    _asked = arch
    chosen, name, hardware, reason = _choose(arch, gl_renderer)
    failure = "" if chosen else f"{arch} cannot start: {reason}; running on the CPU. Remedy: {_REMEDY[arch]}"
    if chosen and chosen != "cpu":
        trouble = _init(chosen, seed)
        if trouble:
            failure = f"{chosen} cannot start: {trouble}; running on the CPU. Remedy: {_REMEDY[chosen]}"
            chosen = ""
    if chosen in ("", "cpu"):
        trouble = _init("cpu", seed)
        if trouble:
            raise RuntimeError(f"Taichi cannot start on this processor: {trouble}")
        if not chosen:
            reason = failure
        chosen, name, hardware = "cpu", devices.cpu_name(), False
    _thread = threading.get_ident()
    _device = Device(chosen, name, hardware, reason, failure)
    return _device


def started() -> bool:
    """Whether a device runs."""
    return _device is not None


def device() -> Device:
    """The device that runs. Raises RuntimeNotStarted before ``start``."""
    if _device is None:
        raise RuntimeNotStarted("no device yet: call kernels.runtime.start() first")
    return _device


def ensure() -> Device:
    """The device, started on 'auto' if need be. Every launch of a kernel passes here.

    Raises WrongThread: Taichi's launches from other threads crash at exit, so remote control and file
    watchers post to a queue instead.
    """
    if _device is None:
        return start()
    if threading.get_ident() != _thread and borrower() is None:
        raise WrongThread(
            f"kernels run in the thread that started them, not in {threading.current_thread().name!r}: "
            "post the work to the main thread's queue"
        )
    return _device


class Aside(Protocol):
    """A thread that runs only while the runtime's own one waits for it, in ``work``."""

    @property
    def thread(self) -> threading.Thread: ...
    def work(self, seconds: float) -> bool: ...
    def ask(self, act: Callable[[], Any]) -> Any: ...


def lend(aside: Aside | None) -> None:
    """Let this thread prepare kernels too; it has them launched by the runtime's own one. None: no longer."""
    global _aside
    _aside = aside


def borrower() -> Aside | None:
    """The thread that the runtime is lent to, if this is it."""
    if _aside is not None and threading.get_ident() == _aside.thread.ident:
        return _aside
    return None


def is_reading() -> bool:
    """Whether the thread that the runtime is lent to is in the middle of a kernel, and this is not it."""
    return _aside is not None and impl.get_runtime().inside_kernel and borrower() is None


def undisturbed() -> None:
    """Before another kernel is read in the runtime's own thread: Taichi reads one at a time."""
    with contextlib.suppress(Exception):  # told by whoever began it; this thread's scene has no part in it
        while _aside is not None and is_reading():
            _aside.work(WAIT)


def real() -> type[np.floating[Any]]:
    """The NumPy float of scene state: float64 on the CPU and CUDA, float32 where doubles are slow."""
    return np.float64 if ensure().arch in ("cpu", "cuda") else np.float32


def grid(shape: tuple[int, ...]) -> Any:
    """A zeroed float32 grid where kernels want it: NumPy on the CPU, a Taichi ndarray in a GPU's memory."""
    if not ensure().gpu_arrays:
        return np.zeros(shape, np.float32)
    array = ti.ndarray(ti.f32, shape)
    array.fill(0.0)
    return array


def host(array: Any) -> np.ndarray:
    """The grid as NumPy: itself on the CPU, a copy (slow, not for every frame) from a GPU."""
    ensure()
    return array if isinstance(array, np.ndarray) else array.to_numpy()


def sync() -> None:
    """Wait until all launched kernels have finished, as whoever reads their memory directly must."""
    if ensure().gpu_arrays:
        ti.sync()


def cache_folder() -> Path:
    """A writable folder for compiled kernels: the user's cache folder, or one in the temporary folder."""
    user = getattr(os, "getuid", lambda: "user")()
    for folder in (
        Path(platformdirs.user_cache_dir("ikimoji")) / "kernels",
        Path(tempfile.gettempdir()) / f"ikimoji-{user}" / "kernels",
    ):
        if _writable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="ikimoji-"))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _choose(arch: str, gl_renderer: str | None) -> tuple[str, str, bool, str]:
    """(arch or '' where the one asked for is absent, device name, hardware, reason)."""
    passed_over: list[str] = []
    for candidate in ARCHS if arch == "auto" else (arch,):
        name, hardware, why_not = _inspect(candidate, gl_renderer, asked=arch != "auto")
        if arch != "auto":
            if why_not and not name:
                return "", "", False, why_not
            return candidate, name, hardware, f"{candidate} was asked for"
        if not why_not:
            others = f" ({'; '.join(passed_over)})" if passed_over else ""
            return candidate, name, hardware, f"{candidate} is the best device here{others}"
        passed_over.append(why_not)
    raise AssertionError("the CPU is always there")


def _inspect(arch: str, gl_renderer: str | None, asked: bool) -> tuple[str, bool, str]:
    """(device name, hardware, why 'auto' passes it over). A name with a reason can be had if asked for."""
    if arch == "opengl":
        if gl_renderer is None and not asked:
            return "", False, "no OpenGL context to share"
        if gl_renderer is None:
            return _headless_gl()
        if devices.is_software(gl_renderer):
            return gl_renderer, False, f"OpenGL is software, {gl_renderer}"
        return gl_renderer, True, ""
    if arch == "cuda":
        name = devices.cuda_name()
        return name, bool(name), "" if name else "no CUDA device"
    if arch == "metal":
        name = devices.metal_name()
        return name, bool(name), "" if name else "no Metal"
    if arch == "vulkan":
        found = devices.vulkan_names()
        # Taichi takes the first discrete device, else the first: a real one wins over a software one.
        for name, hardware in sorted(found, key=lambda pair: not pair[1]):
            return name, hardware, "" if hardware else f"Vulkan is software, {name}"
        return "", False, "no Vulkan device"
    return devices.cpu_name(), False, ""


def _headless_gl() -> tuple[str, bool, str]:
    """As ``_inspect``, for OpenGL without a window or context."""
    if not sys.platform.startswith("linux"):
        return "OpenGL without a window", False, ""
    # Without a display Mesa's default EGL platform gives Taichi a null context, and it crashes.
    os.environ["EGL_PLATFORM"] = "surfaceless"
    name, why_not = devices.egl_renderer()
    return name, bool(name) and not devices.is_software(name), why_not


def _init(arch: str, seed: int) -> str:
    """Call ti.init. Returns '' or what went wrong."""
    os.environ.pop("TI_ARCH", None)  # it would overrule the argument below
    doubles = arch in ("cpu", "cuda")
    compiling.hurry()
    said = io.StringIO()
    try:
        # Taichi prints what it starts on; standard output is for data.
        with contextlib.redirect_stdout(said):
            ti.init(
                arch=getattr(ti, arch),
                default_fp=ti.f64 if doubles else ti.f32,
                random_seed=seed,
                log_level=ti.ERROR,
                offline_cache=True,
                offline_cache_file_path=str(cache_folder()),
                enable_fallback=False,
                # Nine tenths of the pile's compile time (9.6 s of 10.6), and LLVM does the same for less.
                cfg_optimization=False,
            )
            # Else the first kernel does, and LLVM aborts where that one is prepared in another thread.
            impl.get_runtime().materialize()
    except Exception as error:  # Taichi raises many kinds, and each means the same: not this device
        return str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
    return ""
