"""`python -m proofs_tests.benchmarks`: print every benchmark."""

from proofs_tests.benchmarks import audit, depth, kernel, memory, optimum, tree_log

for benchmark in (audit, kernel, depth, memory, optimum, tree_log):
    benchmark.run()
