"""Settings, the container and the facade: the one place that knows everybody."""
