"""Finite probability, exactly: distributions, and the two readings of a mechanism.

* `dist` - `Dist`: outcomes with integral weights and one total; map, bind, product, condition.
* `outcome` - outcomes told apart by type and exact value: `True` is not 1.
* `families` - Bernoulli, exponential weights, binomial, samples, permutations.
* `geometric` - two-sided geometric noise on Z: exact tails, clamped, truncated, unbounded.
* `coins` - the only source of randomness; `run` follows one branch, from random bits.
* `law` - every branch: the exact output distribution of a mechanism.
* `returned` - how `law` recognises the draw that ends a mechanism.
"""
