"""What all tests share."""

import signal

import pytest

pytest.register_assert_rewrite("lembranca.testing")

from command_line import run, surroundings, talk  # noqa: E402, F401 - fixtures
from openai_server import openai_server  # noqa: E402, F401 - fixtures
from servers import redis_cluster, redis_server  # noqa: E402, F401 - fixtures

# A shell that runs the tests in the background has Ctrl-C ignored, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
