"""What failwell and its servers cost; `python -m benchmarks.run` prints it."""
