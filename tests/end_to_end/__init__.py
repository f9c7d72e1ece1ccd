"""Whole servers, started as a user starts them and called by a client that knows nothing of failwell."""
