"""The tests of a generated project, as the templates read them."""
