"""What files of pictures may be called; what draws is loaded when there is something to draw."""

SUFFIXES = (".png", ".pdf", ".svg")
"""The kinds of files that can be drawn."""
