"""Every date reader keeps the same contract."""

import pytest

from lembranca.adapters.outbound.dates import DateparserDateReader
from lembranca.testing.date_reader import DateReaderContract


class TestDateparser(DateReaderContract):
    @pytest.fixture
    def reader(self):
        return DateparserDateReader()
