"""Guided tours: small panels that point at parts of the window, and wait for what people do."""
