"""Hardness: finite toys with ideal primitives.

* `generated_points` - points named by a generator, and what learning them costs.
* `traitor_tracing` - ciphertexts that betray who made a decoder; one-time pads.
* `key_queries` - private mechanisms and digests as pirate decoders.
"""
