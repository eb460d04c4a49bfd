"""Metrics: how close a model's texts are to human ones."""
