"""Short answers made whole by the question before them: "Sim, dois" to "Você tem filhos?"."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
import unicodedata

from lembranca.adapters.outbound.rules.pt.rewriting import spelt
from lembranca.adapters.outbound.rules.pt.verbs import FROM_HE, THIRD
from lembranca.adapters.outbound.rules.pt.words import patterned
from lembranca.domain.levelling import level

_YOU = r"(?:voce |vc |ce |tu |o senhor |a senhora )?(?:ja |ainda |tambem |hoje |atualmente |costuma |normalmente |geralmente )*"
_YOUR = r"(?:o |a |os |as )?(?:seu|sua|teu|tua|seus|suas)"
_WHAT = r"(?:qual|quais|que|o que|me diz|me conta|e)\b(?: (?:e|sao|seria|foi|que))*"
# What is asked, and how the answer reads as a sentence; {} is the answer, names are of groups in the question.
_OPEN = (
    (rf"(?:onde|em que \w+|em qual \w+|que cidade|de que cidade) {_YOU}(?:mora|vive|reside|esta morando|fica|moras|vives)", "Moro em {}"),
    (rf"{_WHAT} {_YOUR} (?:cidade|endereco|bairro)(?! natal)", "Moro em {}"),
    (rf"(?:com quem) {_YOU}(?:mora|vive|divide)", "Moro com {}"),
    (rf"(?:de onde {_YOU}(?:e|vem|veio)|{_WHAT} {_YOUR} (?:cidade natal|origem|naturalidade|terra)|onde {_YOU}(?:cresceu|foi criad\w))", "Sou de {}"),
    (rf"(?:onde|em que \w+) {_YOU}nasceu", "Nasci em {}"),
    (rf"(?:quando|que dia|em que (?:dia|data|mes)) (?:e )?(?:{_YOUR} (?:aniversario|niver)|{_YOU}(?:faz (?:aniversario|anos)|nasceu))|data de nascimento|{_WHAT} {_YOUR} aniversario", "Meu aniversário é {}"),
    (rf"{_WHAT} {_YOUR} (?:nome|graca)|como {_YOU}se chama|com quem (?:eu )?(?:falo|estou falando|tenho o prazer)|quem (?:e voce|fala|esta falando)", "Meu nome é {}"),
    (r"como (?:\w+ )?(?:posso|devo|prefere que eu|gostaria de ser|quer que eu|quer ser|prefere ser|gosta de ser)\b[\w ]*cham|como (?:te|lhe) chamo", "Pode me chamar de {}"),
    (r"quantos anos (?:voce )?(?:tem|voce|completou|fez)|sua idade|que idade", "Tenho {n} anos"),
    (r"(?:sua|de) altura|quanto (?:voce )?mede", "Tenho {} de altura"),
    (r"quanto (?:voce )?pesa|seu peso", "Peso {}"),
    (rf"(?:com o que|no que|em que|com que|de que|com qual \w+) {_YOU}(?:trabalha|atua)(?! n[ao])|{_WHAT} {_YOUR} (?:profissao|ocupacao|trabalho|emprego|cargo|funcao|area)|o que {_YOU}faz (?:da vida|profissionalmente|para viver|pra viver|no trabalho)|trabalha com o que", "Sou {job}"),
    (rf"(?:onde|em que (?:empresa|lugar)|em qual empresa|para quem|pra quem) {_YOU}trabalha", "Trabalho em {}"),
    (rf"(?:o que|que curso|qual curso|em que) {_YOU}(?:estuda|cursa|faz na faculdade|se formou|esta (?:estudando|cursando|fazendo))|{_WHAT} {_YOUR} (?:curso|faculdade|formacao|graduacao)", "Estudo {}"),
    (rf"(?:onde|em que (?:escola|faculdade|universidade)) {_YOU}estuda", "Estudo em {}"),
    (rf"(?:quantos|quantas) (?P<q><CHILD>|<KIN>|<ANIMAL>)\w* {_YOU}(?:tem|sao)", "Tenho {} {q}"),
    (r"(?:quais|que|qual) (?P<q>animais|animal|pets?|bichos?)\b[\w ]*", "Tenho {}"),
    (rf"(?:{_YOU}tem|ha|possui|alguma|sofre de|quais (?:as )?suas) (?:alguma |algum )?(?P<q>alergias?|intolerancia)", "Tenho alergia a {}"),
    (r"restric(?:ao|oes) alimentar\w*|algo que (?:voce )?nao (?:possa|pode|deva) comer|o que (?:voce )?nao (?:pode )?come\b|alguma restricao", "Tenho restrição a {}"),
    (r"(?:condicao|problema|questao|doenca|historico) (?:de saude|medic\w|cronic\w|que)|diagnostico", "Tenho {}"),
    (r"(?:algum|alguma|que|quais|qual) (?:remedio|medicamento|medicacao)s?\b", "Tomo {}"),
    (rf"{_WHAT} {_YOUR} (?P<q>[\w ]{{2,25}}?) (?:favorit[oa]s?|preferid[oa]s?|do coracao)", "Meu {q} favorito é {}"),
    (rf"(?:{_WHAT} )?(?P<q>comida|musica|filme|serie|livro|cor|bebida|esporte|banda|genero|estilo|tipo de \w+)s? {_YOU}(?:mais )?(?:gosta|prefere|curte|ama|ouve|escuta|assiste|le)", "Gosto de {}"),
    (rf"(?:o que|do que|de que) {_YOU}(?:mais )?(?:gosta|curte|ama)\b", "Gosto de {}"),
    (rf"(?:o que|do que|de que|tem algo que) {_YOU}(?:mais )?(?:nao gosta|odeia|detesta|nao suporta|te irrita)", "Não gosto de {}"),
    (rf"(?:{_YOUR}|algum|um|quais|que) (?:hobby|hobbies|passatempos?)|tempo livre|horas (?:vagas|livres)|para relaxar|pra relaxar|se diverte|fim de semana", "Gosto de {}"),
    (rf"(?:pra|para|por) (?:que|qual) time|{_WHAT} {_YOUR} time|time {_YOU}torce|torce (?:pra|para) (?:quem|que time|algum)", "Torço pro {}"),
    (rf"(?:que|quais|quantos) (?:idiomas|linguas|lingua|idioma)|{_WHAT} {_YOUR} (?:idioma|lingua)", "Falo {}"),
    (rf"{_WHAT} {_YOUR} (?:religiao|fe|crenca)", "Minha religião é {}"),
    (rf"{_YOUR} estado civil", "Sou {}"),
    (rf"{_WHAT} {_YOUR} signo", "Meu signo é {}"),
    (rf"{_WHAT} {_YOUR} (?P<q>tipo sanguineo|sobrenome|email|e-mail|telefone|numero)", "Meu {q} é {}"),
    (rf"(?:{_YOUR}|algum|alguma|qual|quais|que|um|uma|tem) (?:maior |principal |proxim[oa] |grande )?(?:sonho|objetivo|meta|plano|desejo|resolucao)s?\b|o que {_YOU}(?:quer|pretende|planeja|deseja|sonha)|onde {_YOU}quer chegar", "Meu objetivo é {}"),
    (r"como (?:\w+ )?(?:voce )?(?:esta|ta|anda|tem|vem|se sente|tem se|ficou|vai)(?: se)?(?: sentindo| sentiu)?(?: hoje| agora)?(?P<q> (?:com|sobre|em relacao|apos|depois|por causa|diante|pra|para|a respeito)[\w ]+)?$", "Estou {}{q}"),
    (r"o que (?:voce )?(?:esta|ta) sentindo|qual (?:e )?(?:o )?seu (?:humor|sentimento)|como (?:isso |essa noticia )?te (?:faz|fez|deixa|deixou)", "Estou {}"),
    (r"(?:do que|de que|o que) (?:voce )?(?:tem|sente) (?:mais )?medo|(?:seu|algum|qual) (?:maior )?medo|o que te (?:assusta|apavora|da medo)", "Tenho medo de {}"),
    (r"o que (?:mais )?te (?:preocupa|angustia|aflige|deixa ansios\w|tira o sono|estressa|incomoda)|(?:sua|alguma|qual) (?:maior )?preocupacao", "Estou preocupado com {}"),
    (r"(?:que|qual|melhor|em que|a que) (?:e )?(?:o )?(?:horario|hora|horas|periodo|momento|turno|dia)\b(?! (?:e|do) (?:seu|o voo))|quando (?:posso|e melhor|prefere|devo)", "Melhor horário para contato é {}"),
    (r"(?:por onde|qual (?:e )?(?:o )?(?:melhor )?canal|como (?:posso|devo|prefere|gostaria)\b[\w ]*(?:falar|contat|contact|avis|receber|envi|mand|lig)|prefere (?:que eu |ser )?(?:receber|contat|avis|e-?mail|whats))", "Prefiro contato por {}"),
    (r"como (?:prefere|gosta|quer|devo|posso|gostaria)\b[\w ]*(?:respost|respond|expli|escrev|trat)|que (?:tipo|formato|estilo) de (?:resposta|texto|explicacao)", "Prefiro respostas {}"),
    (r"(?:prefere|gosta mais de|curte mais|escolheria) (?P<q>[\w ]+ ou [\w ]+)", "Prefiro {}"),
    (r"(?:que|qual) (?:instrumento|arte)\b", "Toco {}"),
    (r"(?:que|qual|quais) (?:esporte|atividade|exercicio)s?\b[\w ]*(?:pratica|faz|joga)|pratica (?:algum|que)", "Pratico {}"),
    (r"(?:ha|faz) quanto tempo (?:que )?(?:voce )?(?P<verb>\w+)(?P<q>[\w ]*)", "{verb} há {}"),
    (rf"{_YOU}(?:e|esta|ta) (?P<q>casad[oa]|solteir[oa]|vegetarian[oa]|vegan[oa]|canhot[oa]|destr[oa]|\w+) ou (?:\w+)", "Sou {}"),
)  # fmt: skip
_FORMS = tuple((re.compile(patterned(asked)), form) for asked, form in _OPEN)
_YES = re.compile(
    r"^(?:sim|isso(?: mesmo| ai)?|claro|aham|uhum|exato|exatamente|com certeza|certeza|demais|muito|bastante|infelizmente sim|e|opa|sempre|ja|ainda|s|ss|yes|positivo|obvio|logico|pois e|sim senhora?|desde sempre)\b[\s,.!:-]*(?:sim\b[\s,.!:-]*)?"
)
_NO = re.compile(
    r"^(?:nao|nunca|jamais|nem um pouco|de jeito nenhum|nada|nadinha|negativo|nem|ainda nao|nope|que nada|imagina|nem pensar|nn|n|infelizmente nao|deus me livre)\b(?:,? (?:mesmo|nao|mais|senhora?))?[\s,.!:-]*"
)
_ASKED = re.compile(
    r"(?:^|[\s,.!])(?:voce |vc |ce |tu |e voce,? |entao )?(?P<adv>(?:ja |ainda |tambem |costuma |mesmo |por acaso |hoje |atualmente |se )*)(?P<verb>[a-z]+)\b(?P<rest>[^,]*)"
)
_OTHER = re.compile(r"\b(?:seu|sua|seus|suas) (?:pai|mae|filh|irma|marid|espos|mulher|chefe|amig|namorad)\w*")
_OF_ANOTHER = re.compile(r"\s*(?:\w+ )?(?:(?:o |a |os |as )?(?:seu|sua|teu|tua|seus|suas)|el[ea]s?|(?:o|a) [A-Z]\w+)\b")
_QUESTION = re.compile(r"[^.!?\n]*\?")
_PREPOSITION = re.compile(
    r"^(?:so |aqui |la |sou |fica |foi )*(?:em|no|na|num|numa|nos|nas|de|do|da|com|como|as|ao|aos|por|pel[oa]|pra|pro|via|a)\s+(?=\w)"
)
_WHOLE = re.compile(r"^(?:eu|meu|minha|me|nao|acho que|hoje eu|pode|a gente)\b")
_LONGEST = 25  # words of an answer that leans on its question
_SOME = re.compile(r"^ ?(?:algum|alguma|alguns|algumas|o que|mesmo)\b ?", re.IGNORECASE)
_AMOUNT = re.compile(r"(?:so |apenas |tenho )?(?:\d+|um|uma|dois|duas|tres|quatro|cinco|varios|muitos)\b")
_NONE = re.compile(
    r"(?:nao|nenhum\w*|nada|sei la|depende|tanto faz|talvez|qualquer|ainda|ok|okay|beleza|pode ser|bom|boa|hm+|ah|oi|obrigad\w|valeu|deixa|isso|essa?|ja)\b"
)
_NUMBER = re.compile(r"\d{1,3}|[a-z]+(?: e [a-z]+)?")


def completed(answer: str, context: str) -> str | None:
    """Give *answer* as a sentence of its own, by the last question in *context*; None where it needs none."""
    questions = _QUESTION.findall(spelt(unicodedata.normalize("NFC", context[-2_000:])))
    said = spelt(unicodedata.normalize("NFC", answer)).strip()
    plain = level(said)
    if not questions or not plain or len(plain.split()) > _LONGEST or plain.endswith("?"):
        return None
    asked = questions[-1].strip(" ?")
    question = level(asked)
    no, yes = _NO.match(plain), _YES.match(plain)
    lead = no or yes
    echoed = _echo(plain, question)
    if (lead or echoed) and not _OTHER.search(question):
        whole = _polar(asked, said, lead.end() if lead else echoed, denied=no is not None)
        if whole:
            return whole
    if verdict := _verdict(plain, asked):
        return verdict
    if _WHOLE.match(plain) or plain.split()[0].strip(",.!") in THIRD:
        return None
    return _open(asked, said)


def _verdict(plain: str, asked: str) -> str | None:
    """Say what "detesto" means after "Você gosta de jiló?"."""
    found = re.match(r"(?:eu )?(adoro|amo|odeio|detesto|curto|evito|prefiro)\b(?: muito| demais)?[\s.!]*$", plain)
    liked = re.search(r"\b(?:gosta|curte|come|toma|bebe|ouve|assiste)s? (?:d[eoa]s? )?(?P<what>[^,]+)", level(asked))
    return f"{found[1]} {asked[liked.start('what') : liked.end('what')]}" if found and liked else None


def _echo(plain: str, question: str) -> int:
    """Where an answer that only repeats the verb of its question ("Tenho, dois") goes on; 0 where it does not."""
    found = re.match(r"(?:eu )?(?P<verb>[a-z]+)(?: sim)?(?:[,.!]\s*|\s*$)", plain)
    if found is None or found["verb"] not in THIRD:
        return 0
    he = level(THIRD[found["verb"]])
    return found.end() if re.search(rf"\b{he}\b", question) else 0


def _polar(asked: str, said: str, start: int, *, denied: bool) -> str | None:
    rest = said[start:].strip(" .,!")
    first = (level(rest).split() or [""])[0]
    for found in _ASKED.finditer(level(asked)):
        own = FROM_HE.get(found["verb"])
        if own is None:
            continue
        what = _SOME.sub(" ", asked[found.start("rest") : found.end("rest")]).strip()
        reflexive = "me " if "se " in found["adv"] else ""
        amount = _AMOUNT.match(level(rest))
        if amount and own == "tenho" and not denied:
            return f"Tenho {rest}" if len(rest.split()) > 1 and "," not in rest.split()[0] else f"Tenho {rest} {what}"
        joint = ". " if denied or _WHOLE.match(level(rest)) or first in THIRD else ", "
        return f"{'não ' if denied else ''}{reflexive}{own} {what}{joint + rest if rest else ''}"
    return None


def _open(asked: str, said: str) -> str | None:
    for pattern, form in _FORMS:
        found = pattern.search(level(asked))
        if found is None:
            continue
        if _OF_ANOTHER.match(asked, found.end()):
            return None
        first, comma, rest = said.partition(",")
        value = first.strip(" .!")
        if _NONE.match(level(value)):
            return None
        groups = {
            name: asked[found.start(name) : found.end(name)] if text else "" for name, text in found.groupdict().items()
        }
        if "verb" in groups:
            groups["verb"] = FROM_HE.get(level(groups["verb"]), "") + groups["q"]
        number = _NUMBER.match(level(value))
        return f"{_fitting(form, value, groups | {'n': number[0] if number else value})}{comma}{rest}".strip()
    return None


def _fitting(form: str, value: str, groups: dict[str, str]) -> str:
    """Fill *form* with the answer, without a preposition twice: "na Embraer" to "Trabalho em {}"."""
    own = _PREPOSITION.match(level(value))
    value = value if value[:2].isupper() else value[:1].lower() + value[1:] if own else value
    if "{job}" in form:
        return f"Trabalho {value}" if own and own[0] != "como " else f"Sou {value[own.end() if own else 0 :]}"
    if own and re.search(r" (?:em|de|com|a|por|pro|é) \{\}", form):
        form = re.sub(r" (?:em|de|com|a|por|pro) \{\}", " {}", form)
    elif own:
        value = value[own.end() :]
    return form.format(value, **groups)
