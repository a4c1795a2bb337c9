"""
Dates in words.

dateparser (BSD, 3.6 MB, 11 MB with what it needs) knows what "ha 2 semanas" or "7 mar 2023" is, with its width, in both
languages.  Where such words begin and end in a sentence is found here: its own search takes "may" of "it may rain" and
"segunda" of "a segunda opção" for dates and misses "last May".  parsedatetime, timefhuman and recurrent read English
only and give points; timefhuman also brings 31 MB of Babel.
"""

from lembranca.adapters.outbound.dates.reader import DateparserDateReader

__all__ = ["DateparserDateReader"]
