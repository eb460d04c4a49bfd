"""Decoding: one text step by step with a full trace, or many texts at once."""
