"""What tells who somebody is and where at home: name, age, birthday, body, origin, residence, nature, faith, languages."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# fmt: off
_PLACE = r"(?:aqui|la|ali|em|no|na|nos|nas|num|numa|com|sozinh[oa]|perto|longe|pertinho|fora|dentro|entre|ao|a|eu e|ha|desde|faz|de (?:aluguel|favor|frente)|do (?:lado|outro)|bem|so|mais|atualmente|hoje|agora|ainda|sempre|por)"
_IN = r"(?:em|no|na|nos|nas|pra|para|pro|por|ao|num|numa)"

SELF = (
    tells("bio", r"(?:apaguei|soprei) (?:~|as )*<N> velinhas\b.*", "age", 0.8, "identity"),
    tells("bio", r"(?:me chamo|chamo-me) (?P<rest>\w.+)", "name", 1.0, "identity", write="se chama {rest}"),
    tells("bio", r"tenho (?:~|uns |umas |quase |mais de )<N> anos? (?:de )?(?:experiencia|casad|casamento|casa|empresa|carreira|namoro|profissao|estrada|formad|prefeitura|servico|magisterio|policia|advocacia|sobriedade|terapia) ...", None, 0.8, "life"),
    tells("bio", r"tenho (?:~|uns |umas |quase |mais de |so )*<N> (?:anos|aninhos|primaveras)(?! (?:pra|para|de) ) ...", "age", 1.0, "identity"),
    tells("bio", r"tenho (?:~|uns |quase )*(?:1[2-9]|[2-9]\d)$", "age", 0.9, "identity"),
    tells("bio", r"(?:fiz|faco|completei|completo|vou fazer|acabei de (?:fazer|completar)|vou completar) (?:~|meus |os |uns |quase )*<N>(?: (?:anos|aninhos|em|no|na|mes|semana|ontem|hoje|amanha|agora|ano|dia)\b.*|$)", "age", 0.9, "identity", refuse=r"anos? (?:de\b|pra\b|limp|sobri|sem\b|que\b|casad|formad|junt)|curso|\bkm\b|vezes|pessoas|horas|aulas"),
    tells("bio", r"(?:(?:passei dos|beiro os|estou na casa dos|cheguei aos|entrei nos) <N>(?: anos)?|estou com (?:~|uns |quase )*<N> (?:anos|aninhos)) ?.*", "age", 0.8, "identity", refuse=r"km|reais|kg|quilos|febre"),
    tells("bio", r"faco (?:aniversario|anos) \w.+", "birthday", 0.9, "identity"),
    tells("bio", r"nasci (?:(?:no dia|dia|aos) \d|em (?:<N>|\d\d|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)|no (?:natal|carnaval|ano novo)) ...", "birth", 0.9, "identity"),
    tells("bio", r"sou (?:~)(?:de|da (?:classe|safra|decada|turma|geracao) de) (?:19[2-9]\d|20[01]\d|[4-9]\d\b|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro) ?.*", "birth", 0.8, "identity"),
    tells("bio", r"nasci (?:e (?:cresci|fui criad[oa]|moro|me criei) )?(?:em|no|na|nos|nas|num|numa|la|aqui|sem|com|prematur[oa]|de|surd[oa]|ceg[oa]) ...", "birth", 0.9, "identity"),
    tells("bio", r"(?:cresci|fui criad[oa]|me criei|passei (?:a|minha) (?:infancia|adolescencia|juventude)|estudei a vida toda) (?:~)(?:em|no|na|nos|nas|num|numa|por|com|pel[oa]s?|entre|la) ...", "upbringing", 0.7, "home"),
    tells("bio", r"(?:tenho|meco) (?:~|uns |so )*(?:um metro|<N>(?: ?m\b| ?cm\b| ?metros?| de altura)|1[,.]\d\d?) ...", "height", 0.6, "identity"),
    tells("bio", r"peso (?:~|uns |quase )*\d+ ...", "weight", 0.6, "identity"),
    tells("bio", r"(?:calco|visto|uso (?:tamanho|numero|manequim)) (?:~|tamanho |numero |manequim |roupa )*(?:\d+|p|m|g|pp|gg|xg) ...", None, 0.6, "identity"),
)

HOME = (
    tells("bio", rf"(?:<n:morar viver residir>|estou (?:instalad[oa]|hospedad[oa])|voltei a morar|fui morar|vim morar|divido (?:casa|ape|apartamento|kitnet|o aluguel|republica)|finquei raizes|me instalei|estou (?:estabelecid[oa]|radicad[oa])) (?:~|mesmo )*{_PLACE} ...", "residence", 0.9, "home", refuse=r"^(?:vivo|ando|fico) (?:~)(?:de (?:dieta)|com (?:sono|fome|pressa|medo|raiva|dor|<NOUNFEEL>)|no (?:mundo|celular)|nas nuvens|na correria|sem|em (?:panico|pe de guerra))"),
    tells("bio", r"(?:moro|vivo) (?:sozinh[oa]|sos|so|junt[oa]s?)$", "residence", 0.8, "home"),
    tells("bio", rf"(?:moro|resido) mais {_IN} ...", "residence", 0.9, "home"),
    tells("bio", r"moro (?:num|numa|em) ...", "residence", 0.9, "home"),
    tells("bio", r"(?:alugo|tenho|pago) (?:~)@(?:quarto|republica|aluguel) ...", None, 0.5, "home", refuse=r"caro|atrasad"),
)

ORIGIN = (
    tells("bio", r"<AM> (?:~|um |uma )*(?:<ORIGIN>)(?= |$) ...", "origin", 0.8, "home"),
    tells("bio", r"(?:sou|venho|vim) (?:~|natural |originalmente |originari[oa] |la |daqui |filh[oa] )*d(?:e|o|a|os|as|aqui|ali) (?!(?:boa|acordo|opiniao|casa|novo|volta|tudo|carne|ferro|lua|fases|familia|uma?|esquerda|direita|humanas|exatas|poucas|falar|manha|noite|que|\w{2,}[aei]r|fora|time|tipo|signo|aries|touro|gemeos|cancer|leao|virgem|libra|escorpiao|sagitario|capricornio|aquario|peixes|bem|paz|menor|maior|dia|onibus|carro|metro|bicicleta|uber|trabalho|reuniao|festa|igreja|turma|geracao|candomble|umbanda|lar|axe|oxum|uma|um|rh|ti|marketing|financeiro|comercial|suporte|juridico|administrativo|dp)\b)\w.*", "origin", 0.8, "home"),
    tells("bio", r"tenho (?:~|dupla |a )*(?:nacionalidade|cidadania|sotaque|sangue|ascendencia|raizes|descendencia|origem) ...", None, 0.7, "home"),
)

NATURE = (
    tells("bio", r"<AM> (?:~|um |uma |uma pessoa |alguem |homem |mulher |pessoa )*(?:<ID>)(?= |$) ...", None, 0.8, "identity"),
    tells("bio", r"(?:<AM>|me converti a[o]?|fui (?:batizad[oa]|criad[oa])) (?:~|um |uma |da igreja |d[oa] )*(?:<FAITH>|candomble|umbanda|islamismo|islao|budismo|judaismo|espiritismo)(?= |$) ...", "faith", 0.8, "faith"),
    tells("bio", r"(?:frequento|congrego|<n:ir frequentar>|vou|sirvo|toco|canto|ajudo|participo) (?:~)(?:a|ao|na|no|em|do|da|de|num|numa|o)? ?@(?:<FAITHWORD>) ...", None, 0.7, "faith", refuse=r"\b(?:hoje|amanha|agora|ontem|centro (?:da cidade|comprar))\b"),
    tells("bio", r"(?:sigo|tenho|pratico|professo|frequento) (?:~|uma |nenhuma |qualquer )*(?:religiao|igreja|fe|crenca)\b.*", "faith", 0.75, "faith", refuse=r"\bfe (?:de|que)\b"),
    tells("bio", r"(?:acredito|creio) em (?:deus|reencarnacao|astrologia|signos|espiritos|energias?|orixas) ...", None, 0.6, "faith"),
    tells("bio", r"(?:<n:falar dominar aprender estudar arranhar entender>|aprendi(?: a falar)?|sei(?: falar)?|sou fluente em|estou fluente em|me viro (?:no|em|com o)|comecei (?:aulas? de|n[oa]|a fazer|o curso de|a ter aulas? de)|faco (?:aulas? de|curso de)) (?:~|bem |um pouco de |um |fluente |alguma coisa de |em |o |algo de )*(?P<rest>(?:<LANG>|<N> (?:linguas|idiomas))\b.*)", None, 0.8, "languages", lists=True),
    tells("bio", r"(?:sou|virei|nasci|me considero|continuo|fui sempre|sempre fui) (?:~|um |uma |uma pessoa |alguem |pessoa |o tipo )*(?:<TRAIT>)(?= |$) ...", None, 0.7, "traits"),
    tells("bio", r"tenho (?:~)(?:pavio curto|mania|o habito|o costume|dificuldade|facilidade|memoria|boa memoria|horror a atraso|sono (?:leve|pesado)|jeito|dom|o pe atras|tique|timidez|baixa autoestima|pouca paciencia|alma|coracao mole) ...", None, 0.6, "traits", refuse=r"\b(?:voce|isso)\b"),
)
