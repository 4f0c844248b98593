"""``python -m viewer`` is the command ``ikimoji``."""

from viewer.cli import main

main()
