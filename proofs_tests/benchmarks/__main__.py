"""`python -m proofs_tests.benchmarks`: print every benchmark."""

from proofs_tests.benchmarks import (
    audit,
    continuous,
    depth,
    foreign,
    kernel,
    memory,
    optimum,
    tree_log,
)

for benchmark in (audit, kernel, continuous, depth, foreign, memory, optimum, tree_log):
    benchmark.run()
