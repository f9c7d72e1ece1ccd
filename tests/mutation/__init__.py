"""Breaks the generated code of the examples in one place at a time, and counts how often their generated tests notice.

`python -m tests.mutation` in the root of the repository; see `--help`.
"""
