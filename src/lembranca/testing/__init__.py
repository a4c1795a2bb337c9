"""Contract suites, one per port, to run against your own adapters."""
