"""What the process needs around the window: whether it can open, signals, cycles, the log."""
