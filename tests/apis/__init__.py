"""The systems behind the example servers, played on the loopback address, and what their tools must answer then."""
