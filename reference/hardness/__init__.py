"""Hardness: finite toys with ideal primitives.

* `generated_points` - points named by a generator, and what learning them costs.
"""
