"""Mechanisms, by what they do.

noise < selection < stability < stream < release < interior_point < learning: imports run one way.
"""
