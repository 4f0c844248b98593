"""Numbers in, numbers out: Taichi kernels over arrays. No scene, no GL, no window.

Taichi reads these variables while it is imported, so they are set before any kernel module can import it:
no version check over the network, no banner on standard output (which carries data only), and a HOME, without
which (a system service has none) it ends the process.
"""

import os
import tempfile

os.environ["TI_SKIP_VERSION_CHECK"] = "ON"
os.environ["ENABLE_TAICHI_HEADER_PRINT"] = "False"
if not os.environ.get("HOME"):
    os.environ.pop("HOME", None)
    _home = os.path.expanduser("~")
    os.environ["HOME"] = _home if os.path.isabs(_home) else tempfile.gettempdir()
