"""What tells about habits, skills, belongings and how somebody spends time."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# fmt: off
_NOT_TODAY = r"\b(?:hoje|amanha|agora|ontem|daqui a|mais tarde|ja ja|neste momento|nesse momento|(?:esse|essa|este|esta)(?! (?:semana|mes|ano|semestre))|isso|voce|voces|mala e cuia)\b"
OFTEN = r"(?:tod[oa]s? (?:os |as |santo )?(?:dia|manha|noite|semana|domingo|sabado|segunda|terca|quarta|quinta|sexta|mes|ano|fim de semana|verao|inverno|ferias|carnaval|natal)s?|as (?:segundas|tercas|quartas|quintas|sextas)|aos (?:sabados|domingos|fins)|(?:<N>|uma|duas|tres|varias|umas|algumas) (?:vez|vezes|x) (?:por|ao|na|no|a) (?:dia|semana|mes|ano)|<N>x (?:por|na) semana|desde (?:crianca|pequen[oa]|menin[oa]|cedo|os |as |que |19|20|sempre|nov[oa]|a |o )|nas horas (?:vagas|livres)|nos? fi(?:m|ns) de semana|no (?:meu )?tempo livre|diariamente|semanalmente|antes d[eo] (?:trabalho|trabalhar|dormir)|depois do trabalho|a vida (?:toda|inteira)|de vez em quando|quase sempre|quase todo|religiosamente|de manha cedo|de madrugada|dia sim|(?:ha|faz) (?:mais de |quase |uns |umas )?(?:<N>) (?:anos|meses|semanas))"

NEVER = tells("bio", r"(?:viajei|andei|voei|estive|morei|casei|fui|tive|vi|fiz|aprendi|provei|comi|bebi|fumei|saio|como|bebo|uso|tomo|perco|falto|trabalhei|estudei|namorei|dirigi|nadei|sai|voltei|esquiei|pedi) .*|(?:casei|fumei|bebi)$", None, 0.6, "habits", refuse=r"\b(?:isso|voce|assim|esse|essa|erro|pedi (?:isso|pra voce))\b", never=True)
MEMBER = tells("bio", r"(?:<n:participar>|faco parte|sou (?:voluntari[oa]|membr[oa]|integrante|soci[oa]|associad[oa]|filiad[oa]|escoteir[oa]|doadora? de|assinante|colaboradora?|militante|presidente|president[ae]|sindic[oa]|tesoureir[oa]|conselheir[oa]|cliente|coordenadora?)) (?:~)(?:d[eoa]s?|n[oa]s?|em|num|numa|\w+) ...", None, 0.8, "habits", refuse=r"\bcliente (?:de voces|daqui)")
DOING = (
    tells("bio", r"faco (?:~|uns |um |uma )*(?:bicos?|freelas?|uber|entregas?|corridas?|diarias?)\b.*", None, 0.75, "work", refuse=_NOT_TODAY),
    MEMBER,
    tells("bio", r"(?:<n:fazer praticar treinar frequentar jogar dar>|voltei (?:pr[ao]|para|a fazer|ao|a)|comecei (?:a fazer|a praticar|n[oa]|o |a |aulas? de)?|parei (?:de fazer|com|de praticar)|larguei|entrei (?:n[oa]|pr[oa]|em|num|numa)|me inscrevi n[oa]|me matriculei n[oa]|dedico|sou praticante de|pego|participo d[eoa]|sou (?:instrutora?|faixa)) ?(?:~|o |a |as |os |um |uma |em |n[ao] |d[eoa] )*(?:aulas? de |uma aula de |grupo de |clube de |curso de |time de |treino de )?(?:<SPORT>)(?= |$) ...", None, 0.8, "habits", refuse=_NOT_TODAY + r"|\b(?:uma? (?:analise|desenho|pintura|corrida|doacao) d)"),
    tells("bio", r"(?:<n:tocar>|aprendi a tocar|sei tocar|estou aprendendo (?:a tocar )?|estudo) (?:~|bem |um pouco de |um |uma |o |a )*(?P<rest>(?:<ARTS>)(?= |$).*)", None, 0.8, "habits", lists=True),
    tells("bio", r"(?:<n:correr nadar pedalar treinar malhar caminhar meditar surfar pescar dançar cantar pintar desenhar dirigir escrever programar fotografar bordar tricotar costurar escalar remar lutar patinar velejar acampar mergulhar cozinhar jejuar cavalgar esquiar plantar cultivar restaurar colecionar montar compor rezar orar voluntariar garimpar viajar>|jardino|crocheto) (?!(?:um abraco|para que|pra que|que)\b)\w.*", None, 0.75, "habits", refuse=_NOT_TODAY + r"|^(?:monto|escrevo|pinto|canto|corro|desenho|treino|planto|costuro|restauro) (?:~)(?:o |a |para |pra )(?:te|risco|perigo|lista|relatorio|tabela)|^escrevo (?:pra|para) (?:saber|perguntar|pedir|reclamar|voce)"),
    tells("bio", r"(?:torco|sou torcedora? fanatic[oa]?|sou torcedora?|sofro) (?:~)(?:pr[oa]s?|para|pel[oa]|d[oa]|por) (?!(?:que|voce|isso|tudo|dar|el[ea])\b)\w.*", "team", 0.8, "likes"),
    tells("bio", r"(?:corro|nado|pedalo|treino|malho|medito|cozinho|surfo|desenho|pinto|dirijo|danco|pesco|costuro|acampo) ?$", None, 0.65, "habits"),
    tells("bio", r"(?:sei|aprendi a|nunca aprendi a|consigo|mal sei) (?:~)(?:nadar|dirigir|cozinhar|costurar|dancar|andar de (?:bicicleta|bike|moto|skate|patins)|programar|tocar|ler|escrever|surfar|esquiar|libras|desenhar|pilotar|velejar|tricotar|assobiar|fritar|falar|excel|mexer|usar|braille|fazer|cantar) ?.*", None, 0.7, "skills", refuse=r"\b(?:isso|o que fazer|fazer isso|esse|essa|fazer nada|usar o (?:app|site))\b"),
    tells("bio", r"(?:acordo|levanto|durmo|me deito|vou dormir|deito|desperto|madrugo) (?:~)(?:as|ao|a|cedo|tarde|antes|depois|de|por volta|la pel[ao]s|com|sem|so|tod[oa]|na|no|la|umas|\d|pra) ...|(?:acordo|levanto|madrugo) ?(?:cedo|tarde|cedinho)?$", None, 0.7, "habits", refuse=_NOT_TODAY),
    tells("bio", r"(?:vou|ando|venho|volto|saio|chego|me locomovo|so ando) (?:~)(?:de|a) (?:bike|bicicleta|onibus|metro|trem|moto|carro|carona|pe|uber|patinete|barco|skate|comboio|autocarro) ...", None, 0.7, "habits", refuse=_NOT_TODAY),
    tells("bio", r"(?:<n:ajudar doar colaborar contribuir>) (?:~)(?:n[oa]|num|numa|com|sangue|em|um|uma) ...", None, 0.6, "habits", refuse=_NOT_TODAY),
)

OWNING = (
    tells("bio", r"(?:<n:ter dirigir pilotar>|possuo|comprei|financiei|herdei|moro num|ando de) (?:~|mais |so |tambem )*@(?:propri[oa] |velh[oa] |primeir[oa] )?(?:<VEHICLE>|<THING>)(?![\w-]) ...", None, 0.7, "belongings", refuse=r"\b(?:problema|duvida|carteira assinada|discos? (?:de|rigid)|conta no)\b|\bcarro (?:na|no) (?:oficina|conserto)|^(?:tenho|comprei) (?:um |uma )?(?:presente|ideia)|^comprei (?:~)@(?:livros|plantas|notebook|celular|camera|casa|apartamento|ape|apto|carro|moto|terreno|sitio|chacara)|^tenho (?:~)@(?:site|curso|aplicativo)"),
    tells("bio", r"(?:tenho|dirijo|ando de|piloto|sou don[oa] de) (?:um|uma|meu|minha) [a-z0-9 -]{2,25}? (?:\d{2,4}|19\d\d|20\d\d|zero|automatic[oa]|usad[oa]|a diesel|eletric[oa])(?= |$) ...", None, 0.6, "belongings"),
    tells("bio", r"(?:<n:colecionar juntar guardar>|tenho (?:uma )?colecao de) (?!(?:isso|dinheiro|grana|segredo|rancor|uns|pra|para)\b)\w.*", None, 0.7, "belongings"),
    tells("bio", r"(?:tenho|fiz|fechei) (?:~|uma |varias |umas )*(?:<N> )?(?:tatuag\w+|tattoo\w*|piercing\w*|dreads?|cabelo|barba|bigode|franja)(?= |$) ...", None, 0.5, "identity", refuse=r"\bhorario|\bcortar\b"),
    tells("bio", r"(?:tenho|conservo|mantenho) (?:~|uma |um |o )*(?:conta|carteira|cartao|seguro|plano|convenio|clube|consorcio|emprestimo|financiamento|divida)s? (?:n[oa]|de|com|do|da) ...", None, 0.5, "belongings", refuse=r"\b(?:voces|conta de|problema)\b"),
    tells("bio", r"(?:assino|uso|sou usuari[oa] de|migrei pr[oa]|troquei o \w+ pelo) (?:~|o |a )*(?:linux|windows|mac|macos|android|iphone|ios|netflix|spotify|youtube premium|ubuntu|vim|emacs|vscode|notion|chatgpt|excel|kindle|nubank|inter|jornal|revista|arch|debian|fedora) ...", None, 0.6, "belongings", refuse=r"\bpra (?:isso|fazer)"),
)

OTHER = (
    # What is done regularly is a habit, whatever it is.
    tells("bio", rf"(?!(?:~)(?:vou (?!(?:a|ao|pr[oa]|n[oa]|em)\b)|quero|estou (?:tentando|procurando|com|esperando)|preciso|espero|sinto|choro|penso|lembro|tenho (?:uma duvida|um problema|uma reuniao)|sei)\b)(?:me )?\w+ (?:.*\b)?{OFTEN}\b.*", None, 0.65, "habits", refuse=r"\b(?:hoje|amanha|ontem|voce|voces|erro|atras|esperando|isso)\b"),
    tells("bio", r"(?:leio|assisto|vejo|ouco|escuto|jogo|coleciono|curto|acompanho|maratono|maratonei|cultivo|reciclo|composto|viajo|passeio|faco trilha|danco|bordo|participo|estagio|frequento|conserto|restauro|apresento|produzo|componho|traduzo|entrego|represento|vendo) (?!(?:que|isso|o que|como|com voce)\b)\w.*", None, 0.5, "habits", refuse=_NOT_TODAY + r"|\bvejo (?:que|se|como)", loose=True),
    tells("bio", r"sou (?!(?:eu|grat[oa]|tod[oa] ouvidos|contra|a favor|obrigad[oa]|capaz|suspeit[oa]|nov[oa] (?:aqui|n[oa])|so|mais|menos|muito|bem|tao|que|quem|assim|diferente|human[oa]|feliz|bob[oa]|idiot[ao]|burr[oa]|usuari\w*|demais|d[oa]s? que|o tipo|a unica|o unico|seu|sua|teu|tua|legal|foda|assim|uma? (?:genio|merda|fracasso|pessoa))\b)(?:~|um |uma |o |a |ex-? ?)*[\w' -]{3,60}$", None, 0.55, "traits", refuse=r"\b(?:voce|vc|d[oa] mundo|disso|isso|esse|essa|mesmo|renomad\w+|famos\w+)\b", loose=True),
    tells("bio", r"\w+ .+", None, 0.6, "life", refuse=r"\b(?:voce|aguento|sei|quero|preciso|consigo|isso|nada|lembro|entendo|vou|tenho (?:tempo|ideia|duvida|pergunta|certeza)|acho|vejo|estou (?:conseguindo|entendendo)|hoje)\b", ended=True),
)
