"""Kiosk use: locked against visitors, watched, restarted, logged. Nothing of it is loaded by ``play``."""
