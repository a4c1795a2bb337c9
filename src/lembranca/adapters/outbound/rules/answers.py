"""Short answers made whole by the question before them: "Yes, with two children" to "Are you married?"."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.frame import joined
from lembranca.domain.levelling import level

_QUESTION = re.compile(r"[^.!?\n]*\?")
_YES = re.compile(
    r"^(?:sim|isso|claro|aham|uhum|exato|com certeza|e|sou|tenho|moro|gosto|estou|trabalho|yes|yeah|yep|yup|sure do|indeed|i do|i am|i have|correct)\b[\s,.!:-]*(?:i do|i am|i have|sou|tenho)?[\s,.!:-]*"
)
_NO = re.compile(
    r"^(?:nao|nunca|no|nope|nah|not really|never|i do not|i am not)\b(?:,? (?:mesmo|nao|i do not|i am not|i do not))?[\s,.!:-]*"
)
_FREE = (
    (r"\b(?:onde|em que (?:cidade|bairro|estado|pais)) (?:voce |vc )?(?:mora|vive|reside|esta morando)", "Moro em {}"),
    (r"\b(?:de onde|qual (?:e )?(?:a )?sua cidade natal)(?: (?:voce|vc))?(?: e)?\b", "Sou de {}"),
    (
        r"\b(?:qual (?:e )?(?:o )?(?:seu|teu) nome|como (?:voce |vc )?se chama|com quem (?:eu )?(?:falo|estou falando)|como (?:posso|devo) (?:te |lhe )?chamar)",
        "Meu nome é {}",
    ),
    (r"\b(?:quantos anos|qual (?:e )?(?:a )?sua idade|que idade)", "Tenho {} anos"),
    (
        r"\b(?:com o que|no que|em que) (?:voce |vc )?(?:trabalha)|qual (?:e )?(?:a )?sua (?:profissao|ocupacao)|o que (?:voce |vc )?faz da vida",
        "Trabalho como {}",
    ),
    (r"\bqual (?:e )?(?:o |a )?(?:seu|sua) ([\w ]{2,25}?) (?:favorit[oa]|preferid[oa])", "Meu {q} favorito é {}"),
    (r"\b(?:quando|que dia) (?:e )?(?:o )?(?:seu aniversario|voce faz aniversario)", "Meu aniversário é {}"),
    (r"\b(?:tem|alguma) (?:alguma )?(?:alergia|restricao)", "Tenho alergia a {}"),
    (r"\b(?:qual (?:e )?(?:o )?seu (?:maior )?(?:sonho|objetivo)|qual (?:e )?(?:a )?sua meta)", "Meu objetivo é {}"),
    (r"\bwhere (?:do|are) you (?:live|living|based|located)|what city", "I live in {}"),
    (r"\bwhere (?:are|do) you (?:come )?(?:originally )?from|where did you grow up", "I am from {}"),
    (
        r"\bwhat(?:'s| is) your name|who am i (?:talking|speaking) (?:to|with)|what (?:should|can|may) i call you",
        "My name is {}",
    ),
    (r"\bhow old are you|what(?:'s| is) your age", "I am {} years old"),
    (
        r"\bwhat do you do(?: for (?:a living|work))?\b|what(?:'s| is) your (?:job|occupation|profession)",
        "I work as {}",
    ),
    (r"\bwhat(?:'s| is) your favou?rite ([\w ]{2,25})", "My favorite {q} is {}"),
    (r"\bwhen(?:'s| is) your birthday|when were you born", "My birthday is {}"),
    (r"\b(?:any|have|what) (?:food )?(?:allerg\w+|dietary)", "I am allergic to {}"),
    (r"\bwhat(?:'s| is) your (?:main |biggest )?(?:goal|dream)", "My goal is {}"),
)
_FREE_FORMS = tuple((re.compile(joined(asked)), form) for asked, form in _FREE)
_POLAR = (
    (
        r"\b(?:voce |vc )?(?:e|esta|ta) (casad[oa]|solteir[oa]|vegetarian[oa]|vegan[oa]|divorciad[oa]|aposentad[oa]|alergic[oa][\w ]*|diabetic[oa]|gravida|fumante|canhot[oa]|intolerante[\w ]*|religios[oa]|professor[a]?|medic[oa]|estudante|desempregad[oa])",
        "{neg}sou {}",
        "pt",
    ),
    (
        r"\b(?:voce |vc )?(?:tem) ((?:filh|irm|gat|cachorr|net|carro|animal|animais|pets|bicho|alergia|diabetes|asma|namorad)[\w ]*)",
        "{neg}tenho {}",
        "pt",
    ),
    (
        r"\b(?:voce |vc )?(?:(?:ainda |ja )?(mora|trabalha|estuda|gosta|fuma|bebe|come|fala|toca|joga|corre|pratica|dirige|faz|toma|usa|prefere|namora|treina|cozinha|nada)) ?([\w -]*)",
        "{neg}{verb} {}",
        "pt",
    ),
    (
        r"\b(?:are) you ((?:still )?(?:married|single|vegetarian|vegan|divorced|retired|diabetic|pregnant|allergic[\w ]*|religious|left-handed|a [\w ]+|an [\w ]+|lactose intolerant|afraid of [\w ]+|working [\w ]+|living [\w ]+))",
        "I am {neg}{}",
        "en",
    ),
    (
        r"\bdo you (?:still |also )?(?:have) ((?:any |a )?(?:kids|children|pets?|dogs?|cats?|siblings|brothers|sisters|allergies|car|diabetes|asthma|grandchildren)[\w ]*)",
        "I {aux}have {}",
        "en",
    ),
    (
        r"\bdo you (?:still |also )?((?:live|work|study|like|smoke|drink|eat|speak|play|run|practice|drive|take|prefer|enjoy|own|love|cook|wear|volunteer|swim|exercise|do)[\w' -]*)",
        "I {aux}{}",
        "en",
    ),
)
_POLAR_FORMS = tuple((re.compile(joined(asked)), form, language) for asked, form, language in _POLAR)
_FIRST = {
    "mora": "moro",
    "trabalha": "trabalho",
    "estuda": "estudo",
    "gosta": "gosto",
    "fuma": "fumo",
    "bebe": "bebo",
    "come": "como",
    "fala": "falo",
    "toca": "toco",
    "joga": "jogo",
    "corre": "corro",
    "pratica": "pratico",
    "dirige": "dirijo",
    "faz": "faço",
    "toma": "tomo",
    "usa": "uso",
    "prefere": "prefiro",
    "namora": "namoro",
    "treina": "treino",
    "cozinha": "cozinho",
    "nada": "nado",
}
_LONGEST = 12  # words of an answer that leans on its question
_WHOLE = re.compile(r"^(?:i|i'm|i've|my|eu|meu|minha|me|sou|moro|tenho|trabalho|nasci|estou|gosto|adoro|faco|quero)\b")
_NUMBER = re.compile(r"\b\d{1,3}\b|[a-z-]+")


def completed(answer: str, context: str) -> str | None:
    """Give *answer* as a sentence of its own, by the last question in *context*; None where it needs none."""
    asked = _QUESTION.findall(level(context)[-2_000:])
    plain = level(answer).strip()
    if not asked or not plain or len(plain.split()) > _LONGEST or "?" in plain:
        return None
    question = asked[-1]
    yes, no = _YES.match(plain), _NO.match(plain)
    if yes or no:
        return _polar(question, answer.strip(), (no or yes), denied=no is not None and not yes)  # type: ignore[arg-type]
    if _WHOLE.match(plain):
        return None
    for pattern, form in _FREE_FORMS:
        if found := pattern.search(question):
            value = (
                re.sub(
                    r"^(?:em|no|na|in|at|de|do|da|from|como|as|sou|with|com|a |o )\s*(?=\w)",
                    "",
                    answer.strip(),
                    flags=re.IGNORECASE,
                )
                if not form.startswith(("Meu nome", "My name"))
                else answer.strip()
            )
            if "anos" in form or "years" in form:
                age = re.search(r"\d{1,3}|\w+(?:[- ]\w+)?", value)
                value = age[0] if age else value
            return form.replace("{q}", found[1].strip() if "{q}" in form else "").format(value.strip(" .!"))
    return None


def _polar(question: str, answer: str, lead: re.Match[str], *, denied: bool) -> str | None:
    rest = answer[lead.end() :].strip(" .,!")
    for pattern, form, language in _POLAR_FORMS:
        found = pattern.search(question)
        if found is None:
            continue
        values = {"neg": "", "aux": "", "verb": ""}
        what = found[1]
        if language == "pt":
            values["neg"] = "não " if denied else ""
            if "{verb}" in form:
                values["verb"], what = _FIRST[found[1]], found[2]
        else:
            values["neg"], values["aux"] = ("not ", "do not ") if denied else ("", "")
        own = re.match(r"(?:(?:eu|i) |[a-z]+o\b|sou |estou |tenho |my |meu |minha |mas |but )", level(rest)) is not None
        tail = (
            f". {rest}"
            if own
            or denied
            or (form.startswith("I am") and not rest.lower().startswith(("to ", "with", "for ", "since")))
            else f" {rest}"
        )
        number = re.match(r"(?:tenho )?(\d+|um|uma|dois|duas|tres|quatro|one|two|three|four)\b", level(rest))
        if (number and "have" in form + values["verb"]) or (number and "tenho" in form):
            noun = re.sub(r"^(?:any|a|algum|alguma|um|uma) ", "", what.strip())
            return f"{'Tenho' if language == 'pt' else 'I have'} {rest if len(rest.split()) > 1 else f'{rest} {noun}'}"
        return f"{form.format(what.strip(), **values)}{tail}".strip()
    return None
