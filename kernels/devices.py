"""Which processors are really here, asked of the drivers themselves: Taichi does not say.

Every probe answers in a millisecond or so, starts no compute runtime, and returns names (for people), '' or
an empty list where there is none. A driver that is missing or broken counts as none.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import sys

SOFTWARE = (
    "llvmpipe",
    "softpipe",
    "swrast",
    "swiftshader",
    "lavapipe",
    "software",
    "gdi generic",
    "microsoft basic",
    "basic render",
)
"""Parts of the names of renderers, and of their makers, that are a processor in disguise."""

_VULKAN_CPU = 4
"""VK_PHYSICAL_DEVICE_TYPE_CPU"""

_EGL_WANTED = (0x3033, 0x0001, 0x3040, 0x0008, 0x3038)
"""EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE"""
_EGL_OPENGL_API, _GL_RENDERER = 0x30A2, 0x1F01


def is_software(renderer: str) -> bool:
    """Whether a GL or Vulkan renderer name is a software rasteriser's."""
    return any(word in renderer.lower() for word in SOFTWARE)


def cpu_name() -> str:
    """The processor's name, such as 'Intel(R) Xeon(R) Processor'."""
    if sys.platform.startswith("linux"):
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as info:
                for line in info:
                    if line.startswith("model name"):
                        return line.split(":", 1)[1].strip()
        except OSError:
            pass
    return platform.processor() or platform.machine() or "processor"


def cuda_name() -> str:
    """The first CUDA device's name, '' if there is no driver or no device."""
    cuda = _library("nvcuda.dll") if sys.platform == "win32" else _library("libcuda.so.1")
    if cuda is None or cuda.cuInit(0) != 0:
        return ""
    device = ctypes.c_int()
    if cuda.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return ""
    name = ctypes.create_string_buffer(256)
    if cuda.cuDeviceGetName(name, len(name), device) != 0:
        return ""
    return name.value.decode(errors="replace")


def metal_name() -> str:
    """The Mac's processor name, '' elsewhere: every Mac that runs Python 3.10 has Metal."""
    return f"Metal on {cpu_name()}" if sys.platform == "darwin" else ""


def vulkan_names() -> list[tuple[str, bool]]:
    """(name, hardware) of every Vulkan device, in the driver's order."""
    vulkan = _library("vulkan-1.dll") if sys.platform == "win32" else _library("libvulkan.so.1")
    if vulkan is None:
        return []
    # VkInstanceCreateInfo: sType 1, all else zero, in the C layout of a 64-bit machine (64 bytes).
    create_info = ctypes.create_string_buffer(struct.pack("<i", 1), 64)
    instance = ctypes.c_void_p()
    if vulkan.vkCreateInstance(create_info, None, ctypes.byref(instance)) != 0:
        return []
    try:
        count = ctypes.c_uint32()
        if vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None) != 0:
            return []
        handles = (ctypes.c_void_p * count.value)()
        vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
        found = []
        for handle in handles[: count.value]:
            # VkPhysicalDeviceProperties begins with four uint32, the device type and the name.
            properties = ctypes.create_string_buffer(4096)
            vulkan.vkGetPhysicalDeviceProperties(ctypes.c_void_p(handle), properties)
            (kind,) = struct.unpack_from("<i", properties.raw, 16)
            name = properties.raw[20:276].split(b"\0", 1)[0].decode(errors="replace")
            found.append((name, kind != _VULKAN_CPU and not is_software(name)))
        return found
    finally:
        vulkan.vkDestroyInstance(instance, None)


def egl_renderer() -> tuple[str, str]:
    """(GL_RENDERER, '') of OpenGL without a window, or ('', why there is none). Linux and its like only.

    Taichi crashes where EGL gives it no context, so this tries the same steps first. Whatever context is
    current stays so.
    """
    egl = _library("libEGL.so.1")
    if egl is None:
        return "", "no libEGL.so.1"
    for name in ("eglGetDisplay", "eglGetCurrentContext", "eglCreateContext", "eglGetProcAddress"):
        getattr(egl, name).restype = ctypes.c_void_p
    if egl.eglGetCurrentContext():
        return _gl_renderer(egl), ""
    display = ctypes.c_void_p(egl.eglGetDisplay(None))
    if not display or not egl.eglInitialize(display, None, None):
        return "", "EGL finds no OpenGL driver"
    config, count = ctypes.c_void_p(), ctypes.c_int32()
    wanted = (ctypes.c_int32 * len(_EGL_WANTED))(*_EGL_WANTED)
    egl.eglBindAPI(_EGL_OPENGL_API)
    chosen = egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
    if not chosen or count.value == 0:
        return "", "EGL offers no desktop OpenGL"
    context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, None))
    if not context:
        return "", "EGL makes no OpenGL context"
    try:
        if not egl.eglMakeCurrent(display, None, None, context):
            return "", "EGL makes no context current without a window"
        return _gl_renderer(egl), ""
    finally:
        egl.eglMakeCurrent(display, None, None, None)
        egl.eglDestroyContext(display, context)


def _gl_renderer(egl: ctypes.CDLL) -> str:
    address = egl.eglGetProcAddress(b"glGetString")
    name = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint32)(address)(_GL_RENDERER)
    return (name or b"").decode(errors="replace")


def _library(name: str) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None
