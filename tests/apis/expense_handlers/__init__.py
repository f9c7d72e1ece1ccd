"""Handlers for the server of `expense_approval.yaml`, to be copied over the stubs of a generated project."""
