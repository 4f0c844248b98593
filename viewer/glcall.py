"""How OpenGL's own functions are called where moderngl has no words for them."""

import ctypes

FUNCTION = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
"""Makes a function of an address: Windows has a calling convention of its own."""
