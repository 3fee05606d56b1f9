"""Mechanisms for what is stable: only candidates that occur can be released.

* `choosing_mechanism`: one good candidate out of a huge set, or bottom.
* `stable_histogram`: noisy frequencies of the values that occur often enough.
"""
