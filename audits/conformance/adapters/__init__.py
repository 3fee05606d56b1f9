"""One module for each library: which of its mechanisms are compared with what.

`libraries()` in `audits.conformance.library` finds them by name.
"""
