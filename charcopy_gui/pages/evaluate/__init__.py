"""Evaluate: a system against references: its figures, and every text behind them."""
