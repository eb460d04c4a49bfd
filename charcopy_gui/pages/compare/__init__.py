"""Compare: one table, written by several models, side by side."""
