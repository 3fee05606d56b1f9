"""`python -m proofs_tests.benchmarks`: print every benchmark."""

from proofs_tests.benchmarks import audit, depth, memory

for benchmark in (audit, depth, memory):
    benchmark.run()
