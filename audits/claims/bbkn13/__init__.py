"""Beimel, Brenner, Kasiviswanathan, Nissim: private learning and release, claim by claim.

`conventions`, `definitions`, `constructions` what the paper sets up; then one module for each
part of the argument: `preliminaries` (2), `proper_points` (3), `packing` (3.1), `classes` (4.1),
`noisy_points` (4.2), `boosting` (4.2), `pseudorandom_points` (4.2.1), `light_hypotheses` (4.3),
`intervals` (5.1), `independent_noise` (5.2), `generated_points` (6), `sanitisation` (7),
`programmes` the linear programmes and `summary` the introduction.  `exactly` holds the vocabulary,
`toys` small mechanisms for the reductions, `sample_sizes` the numbers of Table 1 for a picture.
"""
