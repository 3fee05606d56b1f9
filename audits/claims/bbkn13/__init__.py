"""Beimel, Brenner, Kasiviswanathan, Nissim: private learning and release, claim by claim.

The claims of sections 1 to 3.1 lie in modules named by section, in the order of the paper:
`section_1_introduction`, `section_2_preliminaries` (2 and 2.1), `section_2_2_learning`,
`section_2_3_private_learning`, `section_2_4_concentration`, `section_3_representation`,
`section_3_points`, `section_3_worst_distributions`, `section_3_1_minimal_classes`,
`section_3_1_proper_points`, `section_3_1_rare_points`, `section_3_1_small_classes`.

For the rest, what the paper sets up: `conventions`, `definitions`, `definitions_of_intervals`,
`constructions`, `mechanisms` (against the laws of `written_out`).  Then the argument: `classes`
(4.1), `noisy_points`, `boosting` (4.2), `worst_distributions`, `pseudorandom_points` (4.2.1),
`light_hypotheses` (4.3), `intervals`, `few_switches` (5.1), `independent_noise`,
`noise_reconstruction` (5.2), `generated_points` (6), `sanitisation` (7), `reductions`,
`programmes`, and what is left of `preliminaries`.

`exactly` and the package `laws` hold the vocabulary, `toys` small mechanisms for the reductions,
`impostors` what the claims refute.
"""
