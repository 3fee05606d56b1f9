"""`python -m proofs_tests.benchmarks`: print every benchmark."""

from proofs_tests.benchmarks import audit, depth, memory, optimum

for benchmark in (audit, depth, memory, optimum):
    benchmark.run()
