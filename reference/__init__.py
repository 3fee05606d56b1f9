"""The specification: every mechanism with its exact output law.

Packages, in import order:

* `exact` - numbers: integers, polynomials, rational functions of r, certified intervals.
* `probability` - finite distributions, coins (`law`, `run`), families, geometric noise.
* `data` - domains, databases, adjacency, queries.
* `privacy` - epsilon, guarantees, divergences and curves, combinators.
* `mechanisms` - noise, selection, stability, stream, release, interior point, learning.
* `reductions`, `lower_bounds`, `hardness` - what the papers prove with and about them.
"""
