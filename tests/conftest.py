"""What all tests share."""

import pytest

pytest.register_assert_rewrite("lembranca.testing")

from openai_server import openai_server  # noqa: E402, F401 - fixtures
from servers import redis_cluster, redis_server  # noqa: E402, F401 - fixtures
