"""GLSL, one file a stage, with shared pieces in ``lib/``; ``loader`` composes them. No logic beside it."""
