"""The window: pages, plots and workers around core."""
