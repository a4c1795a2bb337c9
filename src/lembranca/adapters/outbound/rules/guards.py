"""Sentences and segments in earnest: without questions, suppositions, sarcasm, quotations and what others say."""

# ruff: noqa: E501, RUF001 - patterns stand in one line; typographic quotes and dashes are what people type

from __future__ import annotations

import re
import unicodedata

from lembranca.adapters.outbound.rules.frame import joined
from lembranca.domain.levelling import level

_END = re.compile(
    r"(?<!\bdr\.)(?<!\bdra\.)(?<!\bsr\.)(?<!\bsra\.)(?<!\bmr\.)(?<!\bms\.)(?<!\bmrs\.)(?<!\bst\.)(?<!\bprof\.)"
    r"(?:(?<=[.!?…])|(?<=[.!?…][\"”)]))\s+|\s*\n\s*|\s+(?=•)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^[\s>#*•\-–—=_|~+]+(?:\d{1,2}[.)]\s)?")
_QUOTED = re.compile(
    r"\"([^\"]{1,600})\"|“([^”]{1,600})”|«([^»]{1,600})»|(?<![\w])'([^']{2,300})'(?!\w)|‘([^’]{2,300})’(?!\w)"
)
_TITLE = 5  # words: what is longer in quotes is no title or name
_SARCASM = re.compile(
    r"🙄|🙃|🤡|🤥|(?<!\w)/s(?!\w)|(?<!\w)/sarc\w*|#\s?sqn\b|\bsqn\b|#ironia|#sarcas\w*|\bso que (?:nao|nunca)\s*(?:[.!…)]|$)|\b(?:contem )?ironia\b|\bsarcas\w*"
    r"|#not\b|\bnot!\s*$|\.{2,}\s*not\b|\b(?:yeah|oh|ah|aham|sim|uau|wow),? (?:right|sure|claro|great|otimo|maravilha|que (?:otimo|maravilha|delicia|legal|lindo|sorte)|joy|how (?:lovely|wonderful|nice)|fantastic|wonderful|lovely|perfect)\b"
    r"|\b(?:nadando em dinheiro|todo o tempo do mundo|vida de (?:rico|princesa|rei)|quem precisa de|sou (?:super )?(?:milionari|bilionari|herdeir|vidente|adivinh|robo\b|maquina\b|de ferro))|\bimagina,? (?:eu )?(?:adoro|amo|gosto|nem)\b|\b(?:obvio|logico|claro|certeza) que (?:eu )?(?:adoro|amo|gosto|quero|sou)\b|^(?:ai )?que (?:delicia|maravilha|beleza|prazer|sonho|otimo|alegria|emocao),? (?:acordar|trabalhar|pagar|ficar|pegar|esperar|mais um|ser|perder|segunda|outr[oa]|ter que|fazer hora)\b|\bsou (?:praticamente|basicamente|quase) (?:um|uma) (?:monge|sant[oa]|atleta|chef|genio|rob[oó]|anjo|princesa|rei|rainha|mae teresa)|\b(?:sou|estou|virei) tao \w+ que (?:perdi|esqueci|queimei|cheguei|cai|errei|so|nao)\b|\bvirei atleta olimpic\w+|\b(?:vamos (?:imaginar|supor|dizer|fingir)|imagine|imagina|suponha|suponhamos|digamos)\b[^.!?]{0,20}:|\baham\b|\b(?:sim|claro|aham|ah|obvio|logico),? (?:porque|pq)\b|^(?:e|ah|aham|sim|nossa|uau|claro),? (?:eu )?(?:sou|tenho|nasci|dou|sei) (?:um |uma |o |a |muito )[^.!?]*\bmesmo\b|\b(?:tu es|voce e|vc e|voce faz|tu fazes) [^.!?]{2,30}\be eu (?:sou|faco) [oa]\b|\beu (?:sou|faco) [oa] [^.!?]{2,30} e (?:voce|tu|vc) (?:e|es|faz|fazes)\b|\buhum\b[,.]? (?:claro|sei)|\bclaro,? (?:porque|que eu|(?:eu )?(?:adoro|amo))|\b(?:sure|right|yeah|yes|oh),? because\b|\b(?:as if|like i would)\b|\bate parece\b"
    r"|\b(?:just kidding|jk|brincadeira|brincando|zoeira|zuando|zueira|to zoando|joking|kidding)\b|\b(?:porque|because|pq) (?:eu )?(?:claramente|obviamente|clearly|obviously)\b"
    r"|\b(?:obviously|clearly|claramente|obviamente|naturally) (?:i|eu)\b|\bjust what i (?:needed|wanted)\b|\bera (?:so|tudo) o que (?:me )?faltava\b|\bso me faltava\b"
    r"|\b(?:rei|rainha) d[aoe]\b|\b(?:king|queen) of\b|\bmilionari[oa]\b|\bmillionaire\b|\bbilionari[oa]\b|\bbillionaire\b|\bpapa francisco\b|\bnapole"
    r"|\bnothing (?:better than|says)\b|\bnothing beats (?:being|waiting|getting|paying|having)\b|\bnada (?:melhor|como)\b|\b(?:best|melhor) (?:day|dia) (?:ever|da vida)\b|\b(?:nao e mesmo|how original|super original)\b"
    r"|\b(?:adoro|amo|love) (?:tanto |muito |muuito |so much |it |absolutely )?(?:quando|when|ser (?:ignorad|interrompid|acordad|cobrad|enganad|tratad)|being (?:ignored|interrupted|woken|yelled|charged|stuck)|esperar|ficar (?:esperando|pres|na fila|hora)|pagar|waiting|paying|trabalhar (?:de graca|em feriado|no feriado|doente|ate meia)|levar (?:bronca|multa|calote|golpe)|tomar (?:prejuizo|multa|calote|chuva)|perder (?:voo|o voo|dinheiro|prazo|o onibus)|reunia?o(?:es)? (?:que|de|as|no|inut)|imposto|boletos|telemarketing|greve|segunda-?feira|barulho de obra|dor de dente|ser (?:feit[oa] de|o ultimo|a ultima|mandad|trocad|esquecid)|pegar (?:fila|transito|chuva)|fila\b|filas\b|transito|traffic|queues|boleto|spam)"
)
_ELONGATED = re.compile(r"\b(?:a+d+o{3,}r+o|a{3,}mo|a+mo{3,}|lo{3,}ve|super{2,}|o{3,}timo|suu+per)\b")
_SHORT_MARK = 4  # words: a mark that stands alone turns the sentence before it
_OWN_ANSWER = re.compile(
    r"\b((?:meu|minha|my) (?:maior |big |biggest )?(?:sonho|meta|objetivo|dream|goal))\? (?=\w)", re.IGNORECASE
)
_TAG = re.compile(
    r",?\s*(?:ne|nao e|certo|sabe|entende|viu|ta|ok|beleza|right|you know|isn't it|don't i|okay|eh|huh|lembra|remember|tudo bem)\s*\?+\s*$"
)
_ASKED = re.compile(
    joined(r"""
    (?:[,;:]|\s[-–—])\s*(?:e |mas |entao |and |but |so )?(?=(?:qual|quais|o que|que |como|onde|quando|quem|por ?que|cade|sera|devo|posso|tem |ha |existe|algum|voces? |vc |me |da pra|pode|consegue|poderia|sabe
    |what|how|which|where|when|who|why|can |could|do |does|is |are |should|would|any |will |may |got ))
    |\s(?:e|and) (?=(?:qual|o que|what|which|voce|vc|you)\b)""")
)
_HYPOTHESIS = re.compile(
    joined(r"""
    \bse (?:(?:eu|voce|vc|a gente|ele|ela|eles|tudo|nao|um dia|algum dia|o |a |os |as |meu|minha|for|der|precisar|quiser)\b|(?:me |te )?\w+(?:sse|ssem|ssemos)\b|\w{2,}(?:ar|er|ir)\b)
    |^(?:e )?se \w|(?<!me )\bcaso\b(?! (?:em|dia|no dia|ano que|mes que|no (?:mes|ano))\b)|\b(?:supon\w+|suponha\w*|imagin(?:e|a|ando|emos)|digamos|hipotetic\w+|talvez|quem sabe|quem dera|oxala|tomara|quase (?=(?:me |se )?\w+(?:ei|i|ou|eu)\b)|por pouco|a nao ser que|quisera|vai que\b|digamos|vamos (?:supor|dizer)|na hipotese|capaz (?:de|que) eu|pode ser que|quem me dera|ah,? se\b|a menos que|nem se\b|se pa\b|por hipotese|provavelmente eu|noutra vida|(?:em|n)(?:uma? |a )?(?:outra |realidade |universo |vida )?(?:paralel[oa]|realidade paralela|encarnacao)\b|em outra vida|numa vida|quando eu (?:for|tiver|crescer|morrer|ganhar))\b
    |\b(?:if|unless|suppose|supposing|imagine|hypothetically|perhaps|maybe|wish|wishes|as though|whether|what if|let's say|say i|in another life|in a parallel|would have|could have|almost|nearly|assuming|probably|when i (?:have (?:kids|children|time|money|a)|grow up|retire|win|die|get (?:the|my|a) (?:chance|money|time)))\b""")
)
_STRONG = re.compile(
    r"\s*;\s*|\s+[-–—]+\s+|\s*—\s*|,?\s+(?=(?:but|mas|porem|however|contudo|though|although|embora(?= (?:eu|ele|ela|nao|seja|tenha|goste|more|ainda|tudo|as|os|minha|meu|trabalhe|ja)\b))\b,?\s)|\s*[()]\s*|:\s+|,\s+(?=(?:na verdade|actually|alias|i meant|quis dizer|quero dizer)\b)|\s*\.{2,}\s*|\s*…\s*"
)
_REPORTED = re.compile(
    r"\b(?:disse|dizia|diz|falou|falava|fala|says?|said|told (?:me|us|everyone)|goes|wrote|writes|escreveu|perguntou|gritou|respondeu|cantava|canta|reads?|lyrics?|letra|frase\b[^:]{0,20}|quote\b[^:]{0,20}|motto|lema|ditado|proverb\w*|saying|citacao|verso|refrao|chorus|texted|postou|posted|legenda|caption|bio dele|bio dela|line is|example|exemplo|tipo assim|status|placa|sign|camiseta|t-?shirt|meme|titulo|title)\b[^:]{0,25}:\s"
)
_RESOLVED = re.compile(
    r"\b(?:deixa (?:pra la|quieto)|esquece|ja (?:achei|resolvi|descobri|consegui resolver|entendi|vi aqui|encontrei)|resolvid[oa]|never ?mind|nvm|figured (?:it|that) out|sorted|solved|got it|found it"
    r"|problem fixed|funcionou|deu certo|it works? now|forget (?:it|that|about it)|nao precisa mais|no longer need(?:ed)? (?:it|that|help))\b"
)
_LEADS = re.compile(
    joined(r"""
    ^(?:(?:ola|opa|e ai|bom dia|boa tarde|boa noite|hey+|hi|hello|obrigad[oa]|valeu|thanks(?: a lot| so much)?|thank you|ah+|oh+|poxa|puts|enfim|alias|anyway|btw|by the way|honestly|actually|fyi
    |and|e|mas|but|plus|besides|na verdade|de verdade|a proposito|por sinal|inclusive|sinceramente|confesso que|pra ser sincer[oa]|para sua informacao|tambem|pois e|ja que|since|because|porque|pois|then|porem|though|although|embora|also|entao
    |infelizmente|felizmente|finalmente|unfortunately|sadly|luckily|correction|correcao|errata|i mean|i meant|quer dizer|quis dizer|quero dizer|guess what|just so you know|so (?:pra|para) voce saber|pra voce saber|so that you know)\b[\s,!.:…~-]+
    |(?:oi+|bom|bem|olha|ai|nossa|gente|cara|mano|tipo|sim|nao|yes|yeah|yep|no|nope|well|so|look|okay|ok|dai|however|ufa|finally|sorry|desculpa|ei|uau|wow|man|dude|ugh|adivinha|(?:good )?(?:morning|evening|afternoon)|quick (?:intro|note)|update
    |novidades?|(?:big |good |bad |sad )?news|(?:boa|ma) noticia|[a-z]+)\s*[,!:…]+\s+)+""")
)


def earnest(lines: list[str]) -> list[str]:
    """Give the segments of *lines* that state something in earnest: without questions, sarcasm and suppositions."""
    said: list[str] = []
    for given in lines:
        line = _OWN_ANSWER.sub(r"\1 e " if "onh" in given or "eta" in given or "tivo" in given else r"\1 is ", given)
        for sentence in _END.split(unicodedata.normalize("NFC", line)):
            plain = level(sentence)
            if _SARCASM.search(plain) or _ELONGATED.search(plain):
                if said and len(re.findall(r"\w+", plain)) < _SHORT_MARK:
                    said.pop()
                continue
            said.append(sentence)
    stated = (_stated(_without_reports(_without_quotations(sentence))) for sentence in said)
    return [segment for sentence in stated if sentence for segment in _segments(sentence)]


def settled(text: str) -> bool:
    """Whether *text* says that a doubt is over."""
    return _RESOLVED.search(level(text)) is not None


def _without_quotations(sentence: str) -> str:
    if '"' not in sentence and not re.search(r"[“«'‘]", sentence):
        return sentence

    def kept(found: re.Match[str]) -> str:
        inner = next(part for part in found.groups() if part is not None)
        own = re.search(
            r"\b(?:eu|i|i'm|meu|minha|my|sou|estou|me|odeio|adoro|amo|gosto|tenho|quero|moro|vou|fui|prefiro|detesto|trabalho|preciso|nasci|somos|vendo|procuro)\b",
            level(inner),
        )
        return found[0] if len(inner.split()) <= _TITLE and not own else " … "

    return _QUOTED.sub(kept, sentence)


def _without_reports(sentence: str) -> str:
    reported = _REPORTED.search(level(sentence))
    return sentence[: reported.start()] if reported else sentence


def _stated(sentence: str) -> str:
    """Cut what is asked out of *sentence*."""
    plain = level(sentence).rstrip()
    if "?" not in plain:
        return sentence
    tag = _TAG.search(plain)
    if tag and plain[: tag.start()].count(" ") > 0:
        return sentence[: tag.start()]
    asked = list(_ASKED.finditer(plain))
    return sentence[: asked[0].start()] if asked else ""


def _segments(sentence: str) -> list[str]:
    text = _MARKS.sub("", " ".join(sentence.split()))
    found = []
    start = 0
    plain = level(text)
    for cut in [*_STRONG.finditer(plain), None]:
        end = cut.start() if cut else len(text)
        piece = text[start:end]
        start = cut.end() if cut else end
        supposed = _HYPOTHESIS.search(level(piece))
        if supposed is None:
            found.append(piece)
        elif supposed.start() > 0 and re.search(r",\s*$|\be\s*$|\band\s*$", level(piece)[: supposed.start()]):
            found.append(piece[: supposed.start()])
    return [clean for piece in found if (clean := _without_lead(piece).strip(" ,.!?;:~*_\"'"))]


def _without_lead(text: str) -> str:
    lead = _LEADS.match(level(text))
    return text[lead.end() :] if lead else text
