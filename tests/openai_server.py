"""A small server that speaks OpenAI's protocol for chats on a free loopback port, well or badly as it is told."""

import contextlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

WORDS = ["A ", "memory ", "is ", "what ", "remains: ", "lembrança 🎉\u2028.\n"]


def piece(content, finish=None):
    """Give one event of an answer as its data."""
    delta = {} if content is None else {"content": content}
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return json.dumps({"id": "c1", "object": "chat.completion.chunk", "model": "m", "created": 1, "choices": [choice]})


class Exchange:
    """One request at hand: what was asked, and ways to answer it."""

    def __init__(self, handler, stopping):
        self._handler = handler
        self._stopping = stopping
        size = int(handler.headers.get("Content-Length", 0))
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.path = handler.path
        self.body = json.loads(handler.rfile.read(size) or "null")

    def refuse(self, status, text, headers=()):
        """Answer with an error."""
        content = text.encode()
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", "application/json")
        self._handler.send_header("Content-Length", str(len(content)))
        for name, value in headers:
            self._handler.send_header(name, value)
        self._handler.end_headers()
        self._handler.wfile.write(content)

    def begin(self):
        """Begin a stream of events."""
        self._handler.send_response(200)
        self._handler.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self._handler.send_header("Transfer-Encoding", "chunked")
        self._handler.end_headers()

    def event(self, data):
        """Send one event of the stream."""
        content = f"data: {data}\n\n".encode()
        self._handler.wfile.write(b"%x\r\n%b\r\n" % (len(content), content))

    def end(self):
        """End the stream as it should end."""
        self._handler.wfile.write(b"0\r\n\r\n")

    def drop(self):
        """Hang up."""
        self._handler.close_connection = True

    def hang(self):
        """Do nothing until the server stops."""
        self._stopping.wait()
        self.drop()


def answer(exchange, words=WORDS):
    """Answer as one should: role, words, the reason of the end, the tokens used."""
    exchange.begin()
    exchange.event(piece(""))
    for word in words:
        exchange.event(piece(word))
    exchange.event(piece(None, "stop"))
    exchange.event(json.dumps({"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": {}}))
    exchange.event("[DONE]")
    exchange.end()


class OpenAIServer:
    """Answers the first request with the first of `behaviours`, and so on; the last one goes on for all others."""

    def __init__(self):
        self.behaviours = [answer]
        self.exchanges = []
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler_class())
        self._server.daemon_threads = False  # so that stopping waits for them and closes every socket
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def start(self):
        self._thread.start()

    def stop(self):
        self._stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def behave(self, *behaviours):
        self.behaviours = list(behaviours)

    def _handle(self, handler):
        exchange = Exchange(handler, self._stopping)
        with self._turn:
            self.exchanges.append(exchange)
            behaviour = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
        try:
            behaviour(exchange)
        except ConnectionError:  # the client went away, which some tests are about
            exchange.drop()

    def _handler_class(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 30

            def do_POST(self):
                server._handle(self)

            def handle(self):
                with contextlib.suppress(ConnectionError):
                    super().handle()

            def log_message(self, *args):
                pass

        return Handler


@pytest.fixture
def openai_server(monkeypatch):
    """A server that answers well unless told otherwise, reached without a proxy."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = OpenAIServer()
    server.start()
    yield server
    server.stop()


def saying(text):
    """Answer with *text*, a few words at a time, in a hundred pieces at most."""
    size = max(40, len(text) // 99)
    return lambda exchange: answer(exchange, [text[start : start + size] for start in range(0, len(text), size)])


def digesting(summary, *events):
    """Answer with a summary in the form that is asked for."""
    return saying(json.dumps({"summary": summary, "key_events": events}, ensure_ascii=False))


def refusing(status, text="{}"):
    """Refuse, and have the client not wait before it tries again."""
    return lambda exchange: exchange.refuse(status, text, [("Retry-After", "0.01")])


def hanging(exchange):
    """Take the request and never answer."""
    exchange.hang()


def half(exchange, text='{"summary": "Ana wants'):
    """Begin an answer and hang up."""
    exchange.begin()
    exchange.event(piece(text))
    exchange.drop()


def condensing(exchange):
    """Be a model that does what a summarizer asks for, if at length: a few words of each turn that it sees."""
    asked = exchange.body["messages"][-1]["content"]
    too_long = next((line for line in asked.splitlines() if line.startswith('{"summary"')), None)
    if too_long:
        given = json.loads(too_long)
        words = given["summary"].split()
        digesting(" ".join(words[: len(words) // 2 + 1]), *given["key_events"][:1])(exchange)
        return
    turns = re.findall(r"^\[(\S+Z)(?: - \S+Z)?(?: ([^\]\n]+))?\] (.*(?:\n\| .*)*)", asked, re.MULTILINE)[:40]
    told = ["Someone wrote."] + [" ".join(text.replace("\n|", "").split()[:15]) + "." for _, _, text in turns]
    events = [
        {"timestamp": time, "description": text[:60] or "-", "participants": [], "importance": "low"}
        for time, _, text in turns[:20]
        if any(character.isalnum() for character in text[:60])
    ]
    digesting("\n\n".join(told), *events)(exchange)


_THIRD = {"moro": "mora", "sou": "é", "adoro": "adora", "gosto": "gosta", "work": "works", "hate": "hates"}


def listing(*entries):
    """Answer with a list of facts in the form that is asked for."""
    return saying(json.dumps(entries, ensure_ascii=False, separators=(",", ":")))


def fact(content, message=1, kind="bio", **more):
    """Give an entry of such a list."""
    return {"m": message, "t": kind, "c": content, "w": 0.8} | more


def extracting(exchange):
    """Be a model that does what an extractor asks for, if crudely: what people say of themselves with a few verbs."""
    asked = exchange.body["messages"][-1]["content"]
    entries = []
    for number, text in re.findall(r"^\[(\d+)\] (.*(?:\n\| .*)*)", asked, re.MULTILINE):
        for clause in re.split(r"[.!?\n]| e (?=sou)| and (?=I )", text):
            verb, _, rest = re.sub(r"^(?:eu|i) ", "", clause.strip(), flags=re.IGNORECASE).partition(" ")
            if verb.lower() in _THIRD and rest:
                entries.append(fact(f"{_THIRD[verb.lower()]} {rest}", int(number)))
    listing(*entries)(exchange)
