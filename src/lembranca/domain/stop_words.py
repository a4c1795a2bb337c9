"""
Words that say how a sentence is built and not what it is about, per language.

Written as `lembranca.domain.words.fold` leaves them: lower case, no accents, apostrophes cut ("don't" is "don" and
"t").  Question words belong to them: "when did Ana..." is not about "when".  Each is listed once per language that has
it, so what both have ("no" is "em o" in Portuguese) says nothing about the language.
"""

from __future__ import annotations

ENGLISH = frozenset(
    """
    a about above after again all also am an and any are aren as at be because been before being below between both
    but by can could couldn d did didn do does doesn doing don done down during each few for from further had hadn has
    hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me
    mine more most my myself no nor not of on or other our ours ourselves out over own re s same shall she should
    shouldn so some such t than that the their theirs them themselves then there these they this those through to too
    u under until up ur us ve very was wasn we were weren what when where which while who whom whose why will with won
    would wouldn you your yours yourself yourselves
    """.split()  # noqa: SIM905 - a list of a hundred quoted words is read by nobody
)

PORTUGUESE = frozenset(
    """
    a ao aos aquela aquelas aquele aqueles aquilo as ate c cade com como da daquela daquele das de dela delas dele
    deles desde dessa dessas desse desses desta destas deste destes disso disto do dos e eh ela elas ele eles em entao
    entre era eram essa essas esse esses esta estamos estao estar estas estava estavam este esteja estes esteve estive
    estou eu foi fomos for foram fosse fui ha havia isso isto ja la lhe lhes mais mas me mesma mesmas mesmo mesmos meu
    meus mim minha minhas muito muita muitas muitos na nao nas ne nela nele nem nessa nesse nesta neste nisso nisto no
    nos nossa nossas nosso nossos num numa o onde os ou para pela pelas pelo pelos per perante pois por porque
    pq pra pras pro pros pude q qto quais qual quando quanta quantas quanto quantos que quem s se seja sem sempre
    sendo ser sera serao seria seu seus si sido so sob sobre sou sua suas somos sao ta tambem tao tb tbm te tem temos
    tenha tenho ter teu teus teve ti tinha tinham tive to tu tua tuas um uma umas uns vc vcs voce voces vos
    """.split()  # noqa: SIM905 - a list of a hundred quoted words is read by nobody
)
