"""Benchmarks (`make bench`): ratios measured in one run, printed as tables."""
