"""The names of what runs kernels, for who only needs the names: importing Taichi takes a moment."""

AUTO = "auto"
"""What picks one of ``ARCHS``."""
ARCHS = ("opengl", "cuda", "metal", "vulkan", "cpu")
"""What kernels can run on, in the order in which 'auto' prefers them."""
