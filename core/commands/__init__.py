"""The commands that need no window, a module each: what they print is their result."""
