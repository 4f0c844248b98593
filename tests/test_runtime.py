"""Which processor runs the kernels, and that Taichi starts and stops quietly, each time in a new process."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from kernels import devices, runtime
from kernels.waves import WaveGrid

ROOT = Path(__file__).resolve().parents[1]

START = """
import dataclasses, json, sys
from kernels import runtime
from kernels.waves import WaveGrid
arch, renderer = sys.argv[1], sys.argv[2] or None
device = runtime.start(arch, gl_renderer=renderer)
grid = WaveGrid(9, 9)
grid.poke(4, 4, 3, 1.0)
grid.step()
facts = dataclasses.asdict(device)
facts["sum"] = float(abs(runtime.host(grid.height)).sum())
facts["real"] = runtime.real().__name__
print(json.dumps(facts))
"""


def launch(arch: str, renderer: str = "", **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", START, arch, renderer],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def facts_of(process: "subprocess.Popen[str]") -> dict:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, f"exit {process.returncode}: {err}"
    return json.loads(out)  # nothing but the data on standard output


def expected_sum() -> float:
    runtime.start("cpu")
    grid = WaveGrid(9, 9)
    grid.poke(4, 4, 3, 1.0)
    grid.step()
    return float(np.abs(runtime.host(grid.height)).sum())


@pytest.mark.parametrize("arch", ["cpu", "opengl", "vulkan", "cuda"])
def test_an_arch_asked_for_runs_or_says_why_not(arch):
    facts = facts_of(launch(arch))
    here = {
        "cpu": True,
        "opengl": sys.platform.startswith("linux"),  # by EGL, which these tests need anyway
        "vulkan": bool(devices.vulkan_names()),
        "cuda": bool(devices.cuda_name()),
    }[arch]
    assert facts["name"]
    assert facts["sum"] == pytest.approx(expected_sum(), rel=1e-5)
    if here:
        assert (facts["arch"], facts["failure"]) == (arch, "")
    else:
        assert facts["arch"] == "cpu"
        assert facts["failure"].startswith(f"{arch} cannot start: ")
        assert "Remedy: " in facts["failure"]
    assert facts["real"] == ("float64" if facts["arch"] in ("cpu", "cuda") else "float32")


def test_software_is_never_called_hardware():
    for renderer in (
        "llvmpipe (LLVM 15.0.6, 256 bits)",
        "softpipe",
        "SwiftShader Device (Subzero)",
        "Microsoft Basic Render Driver",
        "GDI Generic Microsoft Corporation",
    ):
        assert devices.is_software(renderer)
    for renderer in (
        "NVIDIA H200/PCIe/SSE2",
        "AMD Radeon RX 7800 XT (radeonsi)",
        "Mesa Intel(R) UHD Graphics",
    ):
        assert not devices.is_software(renderer)


def test_auto_passes_over_software_and_says_so():
    facts = facts_of(launch("auto", "llvmpipe (LLVM 15.0.6, 256 bits)"))
    if any(hardware for _, hardware in devices.vulkan_names()) or devices.cuda_name() or devices.metal_name():
        assert facts["hardware"]
    else:
        assert (facts["arch"], facts["hardware"]) == ("cpu", False)
        assert "OpenGL is software, llvmpipe" in facts["reason"]
        assert "no CUDA device" in facts["reason"]


def test_auto_shares_a_hardware_context():
    # The name of a real card, the software context of this machine: only the choice is looked at.
    facts = facts_of(launch("auto", "NVIDIA GeForce RTX 4090/PCIe/SSE2", EGL_PLATFORM="surfaceless"))
    assert (facts["arch"], facts["hardware"]) == ("opengl", True)


@pytest.mark.parametrize(
    ("arch", "environment"),
    [
        ("opengl", {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}),
        ("opengl", {"LIBGL_DRIVERS_PATH": "/nonexistent"}),
        ("vulkan", {"VK_ICD_FILENAMES": "/nonexistent", "VK_DRIVER_FILES": "/nonexistent"}),
    ],
)
def test_a_broken_driver_gives_the_cpu_and_the_remedy(arch, environment):
    facts = facts_of(launch(arch, **environment))
    assert facts["arch"] == "cpu"
    assert facts["failure"].startswith(f"{arch} cannot start: ")
    assert "Remedy: install" in facts["failure"]
    assert facts["reason"] == facts["failure"]


def test_a_bad_egl_platform_does_not_crash():
    facts = facts_of(launch("opengl", EGL_PLATFORM="x11", DISPLAY=""))
    assert facts["sum"] > 0


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("a file where the cache folder should be")
    facts = facts_of(launch("cpu", XDG_CACHE_HOME=str(tmp_path / "file"), TMPDIR=str(tmp_path)))
    assert facts["arch"] == "cpu"
    assert list(tmp_path.glob("ikimoji-*"))


STARTS = """
import os, sys
from kernels import runtime
from kernels.waves import WaveGrid
for arch in sys.argv[1:]:
    child = os.fork()  # Taichi is imported once; started, used and stopped in each child
    if child == 0:
        runtime.start(arch)
        WaveGrid(9, 9).step()
        sys.exit()
    print(arch, os.waitpid(child, 0)[1], flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks, to be quick")
def test_twenty_starts_and_stops_exit_cleanly():
    archs = ["cpu"] * 10 + ["opengl"] * 5 + ["vulkan"] * 5
    done = subprocess.run(
        [sys.executable, "-c", STARTS, *archs], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines() == [f"{arch} 0" for arch in archs], done.stderr
    assert done.returncode == 0


def test_an_unknown_arch_is_named():
    with pytest.raises(ValueError, match="unknown arch 'gpu': choose auto, opengl"):
        runtime.start("gpu")


def test_the_device_is_chosen_once():
    first = runtime.start("cpu")
    assert runtime.start() is first is runtime.device()
    other = "vulkan" if first.arch != "vulkan" else "cuda"
    with pytest.warns(RuntimeWarning, match=f"already run on {first.arch}, .* ask for {other} before"):
        assert runtime.start(other) is first


def test_kernels_from_another_thread_are_refused():
    grid = WaveGrid(5, 5)
    caught: list[Exception] = []

    def step() -> None:
        try:
            grid.step()
        except runtime.WrongThread as error:
            caught.append(error)

    thread = threading.Thread(target=step, name="remote")
    thread.start()
    thread.join()
    assert "not in 'remote'" in str(caught[0])
    assert "queue" in str(caught[0])
    assert grid.steps == 0


def test_asking_before_a_start_is_an_error():
    code = "from kernels import runtime\nruntime.device()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "RuntimeNotStarted: no device yet: call kernels.runtime.start() first" in done.stderr
