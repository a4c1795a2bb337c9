"""
The Lua scripts: each is one atomic step on one key, time to live included.

A conversation is one hash, so a server that evicts or expires it forgets it as a whole:

    a, u, t      created, updated (ISO 8601 in UTC with microseconds, so that texts compare as times), title (JSON)
    f, n         positions of the oldest message held (n + 1 when there is none) and of the newest ever
    p<position>  a message: pin (0 or 1), digest of what makes a repeat one (32), length of the id (8), the id, then
                 all of it as JSON, which is never looked into here
    i<id>        the position of the message

They need Redis 5 or later (a script that asks for the time may write).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Script:
    """A script's *text* and the *sha* under which a server remembers it."""

    text: str
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        # SHA-1 is the name the protocol gives to a script, nothing is protected by it.
        object.__setattr__(self, "sha", hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest())


_PARTS = """
local key = KEYS[1]
local function digest(value) return string.sub(value, 2, 33) end
local function row(value)
  local length = tonumber(string.sub(value, 34, 41)) or 0
  return '[' .. string.sub(value, 1, 1) .. ',' .. string.sub(value, 42 + length) .. ']'
end
local function id(value) return string.sub(value, 42, 41 + tonumber(string.sub(value, 34, 41))) end
local function number(field, default) return tonumber(redis.call('HGET', key, field) or default) end
local function put(position, value)
  redis.call('HSET', key, 'p' .. position, value, 'i' .. id(value), position)
end
"""

ADD = Script(
    _PARTS
    + """
-- ttl, window, then value and timestamp of each message; nothing is written before all of them are checked
local window, first, last = tonumber(ARGV[2]), number('f', 1), number('n', 0)
local before, updated = last, redis.call('HGET', key, 'u') or ARGV[4]
local places, known, new, by_id = {}, {}, {}, {}
for i = 3, #ARGV, 2 do
  local value = ARGV[i]
  local place = by_id[id(value)] or number('i' .. id(value), '')
  if place then
    local stored = new[place] or redis.call('HGET', key, 'p' .. place)
    if digest(stored) ~= digest(value) then return {0, (i - 3) / 2, row(stored)} end
    known[#known + 1] = row(stored)
  else
    last = last + 1
    place = last
    new[place], by_id[id(value)] = value, place
    if ARGV[i + 1] > updated then updated = ARGV[i + 1] end
    known[#known + 1] = ''
  end
  places[#places + 1] = place
end
for position = before + 1, last do put(position, new[position]) end
while last - first + 1 > window do
  redis.call('HDEL', key, 'p' .. first, 'i' .. id(redis.call('HGET', key, 'p' .. first)))
  first = first + 1
end
redis.call('HSETNX', key, 'a', ARGV[4])
redis.call('HSETNX', key, 't', 'null')
redis.call('HSET', key, 'u', updated, 'f', first, 'n', last)
redis.call('PEXPIRE', key, ARGV[1])
return {1, places, known}
"""
)

REPLACE = Script(
    _PARTS
    + """
-- ttl, created, updated, title, position of the newest ever, then the messages, which are the newest
redis.call('DEL', key)
local first = tonumber(ARGV[5]) - (#ARGV - 5) + 1
redis.call('HSET', key, 'a', ARGV[2], 'u', ARGV[3], 't', ARGV[4], 'f', first, 'n', ARGV[5])
for i = 6, #ARGV do put(first + i - 6, ARGV[i]) end
redis.call('PEXPIRE', key, ARGV[1])
return 1
"""
)

SAVE = Script(
    _PARTS
    + """
-- ttl, created, updated, title
redis.call('HSETNX', key, 'f', 1)
redis.call('HSETNX', key, 'n', 0)
redis.call('HSET', key, 'a', ARGV[2], 'u', ARGV[3], 't', ARGV[4])
redis.call('PEXPIRE', key, ARGV[1])
return 1
"""
)

PIN = Script(
    _PARTS
    + """
-- ttl, message id, 0 or 1
local place = redis.call('HGET', key, 'i' .. ARGV[2])
if not place then return 0 end
local value = redis.call('HGET', key, 'p' .. place)
redis.call('HSET', key, 'p' .. place, ARGV[3] .. string.sub(value, 2))
redis.call('PEXPIRE', key, ARGV[1])
return 1
"""
)

READ = Script(
    _PARTS
    + """
-- first, last, limit: gives the position of the first message found, and the messages as one JSON text
local newest = number('n', 0)
local first = math.max(number('f', 1), tonumber(ARGV[1]), newest - tonumber(ARGV[3]) + 1)
local found = {}
for position = first, math.min(newest, tonumber(ARGV[2])) do
  found[#found + 1] = row(redis.call('HGET', key, 'p' .. position) or '')
end
return {first, '[' .. table.concat(found, ',') .. ']'}
"""
)

INDEX = Script(
    """
-- ttl, conversation id: a sorted set of the conversations of a scope by when they end; what has ended goes
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
"""
)
