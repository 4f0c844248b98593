"""The show file: what an operator writes down once, and what the program makes of it."""
