"""Evaluate: a system against human texts: its figures, and every text behind them."""
