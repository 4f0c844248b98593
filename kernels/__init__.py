"""Numbers in, numbers out: Taichi kernels over arrays. No scene, no GL, no window.

Taichi reads these variables while it is imported, so they are set before any kernel module can import it:
no version check over the network, and no banner on standard output (which carries data only).
"""

import os

os.environ["TI_SKIP_VERSION_CHECK"] = "ON"
os.environ["ENABLE_TAICHI_HEADER_PRINT"] = "False"
