"""The part of CharCopy that knows nothing of the window: tables, network, training, decoding."""
