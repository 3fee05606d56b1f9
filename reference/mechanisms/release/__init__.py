"""Releases: data structures that answer many queries.

* `exponential_sanitiser` - a synthetic database by the exponential mechanism.
"""
