"""Mechanisms, by what they do.

Imports run one way: noise < sensitivity < selection < stability < stream < release <
interior_point < learning.
"""
