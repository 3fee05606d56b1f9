"""Beimel, Brenner, Kasiviswanathan, Nissim: private learning and release, claim by claim.

What the paper sets up: `conventions`, `definitions`, `definitions_of_intervals`, `constructions`,
`mechanisms` (against the laws of `written_out`).  Then the argument, by section: `preliminaries`
(2), `proper_points` and `worst_distributions` (3), `packing`, `packing_rare_points` (3.1),
`classes` (4.1), `noisy_points`, `boosting` (4.2), `pseudorandom_points` (4.2.1),
`light_hypotheses` (4.3), `intervals`, `few_switches` (5.1), `independent_noise`,
`noise_reconstruction` (5.2), `generated_points` (6), `sanitisation` (7); `reductions`,
`programmes` the linear programmes, and `summary` the introduction.  `exactly` holds the
vocabulary, `toys` small mechanisms for the reductions.
"""
