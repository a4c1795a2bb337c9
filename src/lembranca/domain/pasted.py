"""What stands in a message and is not the user speaking in earnest: pasted context, prompts, transcripts, roles."""

# ruff: noqa: E501, RUF001 - patterns stand in one line; typographic quotes and dashes are what people type

from __future__ import annotations

import re

from lembranca.domain.levelling import level

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_TAGGED = re.compile(r"<([a-z][\w-]{1,30})\b[^<>]{0,80}>.*?(?:</\1>|\Z)|<\|[^|>]{1,40}\|>", re.DOTALL | re.IGNORECASE)
_ANSWERED = re.compile(r"\s*(?:>\s*)+\S")  # what is quoted to be answered, as in mail and Markdown
_BRACES = re.compile(r"(?:\[\s*)?\{[^{}]{0,2000}[:=][^{}]{0,2000}\}\s*,?\s*\]?", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*•–—>|+]|\d{1,2}[.)]|\[[^\]]*\])\s*\S?")
_TITLED = re.compile(r"^\s*(?:#{1,6}\s|\[[^\]]{2,60}\]\s*:?\s*$|<{2,}|={2,}|-{3,}|\*\*[^*]{2,60}\*\*\s*:?\s*$)")
_MEMORY = re.compile(
    r"\b(?:memor(?:ia|ias|y|ies)|lembrancas?|contexto?|context|perfil|profile|recall(?:ed)?|recordad\w+|resumo|summary"
    r"|historico|history|fatos|facts|known about|user (?:info|data|facts|profile)|(?:sobre|about) (?:o|a|the) (?:usuari\w+|user|client\w*|customer)"
    r"|informacoes (?:importantes )?(?:sobre|do|da)|preferencias d[oa]|eventos importantes|system|sistema|instruc\w+|instructions?|prompt|regras|rules)\b"
)
_PROMPT = re.compile(
    r"\b(?:you are (?:now |a |an |the |my )|you're (?:now )?an? |voce e (?:um|uma|o|a|agora)\b|act as|aja como|atue como"
    r"|your (?:role|task|job|persona|name) is|(?:seu|sua) (?:papel|tarefa|funcao|persona|nome) (?:e|sera)\b|comporte-se como|behave like"
    r"|(?:always|never) (?:answer|reply|respond|reveal|mention)|(?:sempre|nunca) (?:responda|revele|mencione)"
    r"|system prompt|prompt (?:de|do) sistema|as an? (?:ai|assistant)\b|como (?:uma ia|assistente)\b"
    r"|ignore (?:all |the |any )?(?:previous|above)|ignore (?:todas )?as instruc)"
)
_SPEAKER = re.compile(
    r"^\s*(?:[-*•]\s*)?(?:\[[^\]]{2,40}\]\s*)?(?:\*\*)?(user|usuari[oa]|human|humano|assistant|assistente|system|sistema|ai|ia|bot|cliente|customer"
    r"|atendente|agent|agente|voce|you|eu|me|[a-z][\w.]{1,20}(?: [a-z][\w.]{1,20})?)(?:\*\*)?\s*(?:\([^)]{1,30}\))?\s*:(?=\s|\*|$)"
)
_ROLES = re.compile(
    r"user|usuari[oa]|human|humano|assistant|assistente|system|sistema|ai|ia|bot|cliente|customer|atendente|agente?"
)
_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|eu|meu|minha|meus|minhas)\b")
# A role to be played or a text to be worked on: from here on nothing is said in earnest.
_PLAY = re.compile(
    r"\b(?:role-?play\w*|pretend(?:ing)?\b|let's (?:pretend|play|imagine)|make[- ]believe|in character|play the (?:role|part)|you play|i(?:'ll| will) play|i play\b(?= an? )"
    r"|fin(?:ge|ja|gindo|gir)\b|faz(?:er)? de conta|faca de conta|vamos (?:fingir|brincar|jogar|encenar)|simul(?:e|a|ar|acao|emos)\b|encen\w+|no papel d[eao]"
    r"|meu personagem|minha personagem|my character|personagem|interpret(?:o|e|a|ar|ando) (?:um|uma|o|a)\b|rpg\b|em personagem|brincadeira de faz"
    r"|\b(?:in (?:the|my|this|our) (?:play|novel|game|story|film|movie|dream|campaign|d&d|sketch|script|fanfic)|n[ao] (?:minha |meu |nossa |nosso )?(?:peca|novela|jogo|sonho|fanfic|campanha|roteiro|historia que)|no filme|n?o papel)\b|scene:|cena:|\*[a-z' ]{3,60}\*)"
)
_WORK = re.compile(
    r"\b(?:traduz(?:a|ir|e|am)?\b|traducao (?:de|do|da|disso|para|pra)\b|traducao:|verta|verte|translat(?:e|ing) |translation (?:of|for)|translat\w+:|corrig\w+|correc\w+|correct (?:this|my|the)|proofread|revis(?:e|a|ar|ao) (?:esse|este|o|a|essa|esta|meu|minha|isso|do|da|de)"
    r"|rephrase|reescrev\w+|rewrite|paraphrase|parafrase\w*|resum(?:a|e|ir) (?:esse|este|o|isso|a|essa|esta)|summari[sz]e (?:this|the|following)"
    r"|como (?:se diz|se fala|digo|falo|eu digo|eu falo)|how (?:do|would|can) (?:you|i) say|o que (?:significa|quer dizer)|what does .{0,60} mean|grammar|gramatica|ortografia"
    r"|(?:escrev\w+|redij\w+|cri(?:e|a|ar)|faz|faca|compo\w+|mont\w+|write|draft|compose|create|make up|generate|ger(?:e|a|ar)) (?:para mim |pra mim |me )?(?:uma?|the|an?|o|some)\b[^.!?]{0,40}"
    r"\b(?:texto|carta|conto|poema|historia|monologo|bio|legenda|post|discurso|dialogo|letra|musica|e-?mail|mensagem|story|letter|poem|monologue|caption|speech|dialogue|song|lyrics|text|message|essay|scene|cover|tweet|review|perfil)"
    r"|(?:a |the )?(?:letra|lyrics?|frase|sentence|trecho|verso|citacao|quote|fala|line|lema|slogan|texto)\b[^.!?]{0,40}[:\"]|diz (?:assim|o seguinte)|goes like|(?:que|it) diz:|(?:e-?mail|carta|letter|mensagem|message|post|tweet) (?:dele|dela|from|d[eoa])\b[^.!?]{0,30}:)"
)
_LONGEST_HEADER = 9  # words
_LONGEST = 20_000  # characters of a message that are read: what is longer is a document, not talk


def own_words(text: str) -> list[str]:
    """Give the lines of *text* that are the user's own, in earnest; what is worked on or played is cut off."""
    plain = text[:_LONGEST]
    for pattern in (_FENCE, _TAGGED, _BRACES):
        plain = pattern.sub("\n", plain)
    own = [line for line in plain.splitlines() if not _ANSWERED.match(line)]
    lines = _spoken(_without_blocks(own))
    return _in_earnest(lines)


def _without_blocks(lines: list[str]) -> list[str]:
    kept: list[str] = []
    inside = filled = prompted = False
    for line in lines:
        plain = level(line)
        if not plain.strip():
            inside, prompted = inside and not filled, False
            continue
        if _is_header(plain):
            inside, filled = True, not plain.rstrip().endswith(("]", ":", "#", "=", "-", "*"))
            continue
        if prompted or _PROMPT.search(plain):
            # The rest of the paragraph belongs to the prompt, unless somebody speaks of themselves.
            prompted = not _OWN.search(plain)
            if prompted or _PROMPT.search(plain):
                kept += _after_prompt(line)
                continue
        if inside and (_BULLET.match(plain) or not _OWN.search(plain)):
            filled = True
            continue
        inside = False
        kept.append(line)
    return kept


def _is_header(plain: str) -> bool:
    if not _MEMORY.search(plain):
        return False
    if _TITLED.match(plain) or re.match(r"^\s*[\[(<{]", plain):
        return True
    return (
        len(plain.split()) <= _LONGEST_HEADER and plain.rstrip().endswith(":") and not re.search(r"\b(?:i|eu)\b", plain)
    )


def _after_prompt(line: str) -> list[str]:
    """Keep the sentences of *line* that speak of the user and instruct nobody."""
    said = re.split(r"(?<=[.!?])\s+", line)
    return [one for one in said if _OWN.search(level(one)) and not _PROMPT.search(level(one)) and '"' not in one]


def _spoken(lines: list[str]) -> list[str]:
    """Drop the lines of a transcript: labels of roles, or of people when there are two of them."""
    labels = [_SPEAKER.match(level(line)) for line in lines]
    named = [found for found in labels if found]
    many = len(named) > 1
    return [
        line
        for line, found in zip(lines, labels, strict=True)
        if found is None or not (many or _ROLES.fullmatch(found[1])) or (not many and found[1] in {"eu", "me"})
    ]


def _in_earnest(lines: list[str]) -> list[str]:
    kept: list[str] = []
    for line in lines:
        plain = level(line)
        play = _PLAY.search(plain)
        if play:
            kept += _sentences_before(line, play.start())
            return kept
        work = _WORK.search(plain)
        if work is None:
            kept.append(line)
            continue
        kept += _sentences_before(line, work.start())
        quoted = re.search(r"[\"“«][^\"”»]{3,}[\"”»]", line[work.start() :])
        if quoted is None:
            rest = re.split(r"[.!?]\s+", line[work.start() :], maxsplit=1)
            if ":" in rest[0] or plain.rstrip().endswith(":"):
                return kept
            kept += rest[1:]
        else:
            kept.append(line[work.start() + quoted.end() :].lstrip(" .,;!?"))
    return kept


def _sentences_before(line: str, end: int) -> list[str]:
    start = max(line.rfind(mark, 0, end) for mark in (". ", "! ", "? ", "; ", "… "))
    return [line[: start + 1]] if start > 0 else []
