"""Contract suites of the ports, to run against your own adapters."""
