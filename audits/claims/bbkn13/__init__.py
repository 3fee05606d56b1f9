"""Beimel, Brenner, Kasiviswanathan, Nissim: private learning and release, claim by claim.

By section, in the order of the paper: `section_5_intervals`, `section_5_1_switching_points`,
`section_5_1_steps` (of the proof of Theorem 5.4), `section_5_1_few_switches`,
`section_5_2_independent_noise`, `section_5_2_mismatches`, `section_5_2_reconstruction`,
`section_6_generated_points`, `section_6_learners`, `section_7_definitions`,
`section_7_sanitisation`. `laws` are exact laws and scopes that claims share, `impostors` the
wrong variants.

Not by section yet: `conventions`, `definitions`, `constructions`, `mechanisms` (against the laws
of `written_out`), `preliminaries` (2), `proper_points` and `worst_distributions` (3), `packing`,
`packing_rare_points` (3.1), `classes` (4.1), `noisy_points`, `boosting` (4.2),
`pseudorandom_points` (4.2.1), `light_hypotheses` (4.3), `reductions`, `programmes`, `summary`.
`exactly` holds the vocabulary, `toys` small mechanisms for the reductions.
"""
