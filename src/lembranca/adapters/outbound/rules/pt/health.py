"""What tells about health, and about what is eaten and what is not."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# fmt: off
_QUITE = r"(?:~|um |uma |uns |umas |o |a |forte |leve |grave |certa |umas crises de |crises? de |cronic[oa] |historico de |diagnostico de |principio de |inicio de |problemas? de |um quadro de |sintomas de |casos? de )*"
_TRY = r"(?:tento (?:nao )?|ando |evito |costumo |consigo |posso |devo |tenho que |preciso |vivo )?"

HEALTH = (
    tells("bio", r"(?:estou|entrei|ando) (?:~)(?:n[ao]|em|de) (?:menopausa|climaterio|andropausa|remissao|recuperacao de|pos-?operatorio|repouso|resguardo|puerperio|crise)\b.*", None, 0.75, "health"),
    tells("bio", r"(?:estou|tenho|completei|completo|faco|fiz|vou fazer) (?:ha |faz |uns |quase )*<N> (?:dias?|semanas?|meses|mes|anos?) (?:sem (?:beber|fumar|usar|cigarro|alcool|bebida|drogas|acucar|carne|recaida|jogar|apostar)|limp[oa]|sobri[oa]|de sobriedade)\b.*", None, 0.85, "health"),
    tells("bio", r"estou (?:~)(?:na (?:fila|lista)(?: de espera)?) (?:~)(?:do|de|da|pr[ao]|para) (?:~|o |a |um |uma )*(?:sus|transplante|cirurgia|adocao|rim|figado|coracao|medula|cornea|fiv|tratamento|bariatrica) ?.*", None, 0.85, "health"),
    tells("bio", r"(?:<AM>|fui sempre|fiquei|estou) (?:~)(?:alergic[oa]|intolerante|sensivel|celiac[oa])(?: (?:a|as|ao|aos|a|de|com))? ?(?P<rest>.*)", None, 0.95, "health", "food", lists=True),
    tells("bio", r"(?:tenho|desenvolvi|descobri|peguei) (?:~|uma |umas |muita |bastante |forte |leve |grave |certa |que tenho )*(?:alergias?|intolerancia|sensibilidade|restricao|restricoes|reacao)(?: \w+(?= (?:a|as|ao|aos|com)\b))?(?: (?:seria|grave|severa|forte|alimentar\w*))*(?: (?:a|as|ao|aos|de|com))? ?(?P<rest>.*)", None, 0.95, "health", "food", lists=True),
    tells("bio", rf"(?:tenho|sofro (?:de|com|do|da)|convivo com|vivo com|lido com|luto contra|trato|estou (?:tratando|com|em tratamento (?:de|para|pra|contra)|lutando contra)|faco (?:tratamento|acompanhamento|controle) (?:para|pra|de|contra|d[oa])|nasci com|herdei|peguei|descobri (?:~)(?:que tenho |que sofro de )?|desenvolvi|fui diagnosticad[oa] (?:~)com|recebi (?:o|um) diagnostico de|me descobri|tive diagnostico de|carrego) {_QUITE}(?:<ILL>)(?![\w-]) ...", None, 0.9, "health", refuse=r"\b(?:problemas? (?:com|para|pra|n[oa]) (?:voce|app|site|conta|internet|codigo|meu (?:chefe|vizinho|computador)|wifi)|dor de cotovelo|cancer de signo|altas (?:horas|risadas)|pressa|gota d)\b|\bansiedade (?:com|por|pr[ao]|de)\b|^(?:tenho|estou com) (?:~|um |uma )*(?:problemas? (?!(?:de|n[oa]|cardiac|renal|respirat|auditiv|de visao|psic|mental))|pe\b(?! chato| plano)|dor (?:de|n[oa]) \w+ (?:hoje|agora|desde (?:ontem|hoje|cedo|de manha)))|^estou (?:~)com (?:~|um |uma |muita )*dor (?:de|n[oa]) (?:cabeca|barriga|garganta|dente|estomago|ouvido|corpo)$"),
    tells("bio", r"(?:<AM>|fiquei|estou|fui) (?:~|um |uma )*(?:<ILL>|pcd)(?= |$) ...", None, 0.9, "health", refuse=r"^estou (?:~)(?:com |ceg|surd)|\bceg[oa] de\b"),
    tells("bio", r"(?:<n:usar tomar precisar>|dependo de|preciso (?:usar|tomar)|faco uso de|parei (?:de (?:tomar|usar)|com)|durmo com|ando (?:com|de)|injeto|aplico) (?:~|de |um |uma |o |a |os |as |meu |minha )*(?:oculos|marca[- ]?passo|lentes?|aparelho\w*|cadeira de rodas|bengala|muletas?|protese|cpap|bota|colete|palmilha|bomba de insulina|sonda|andador|<MED>) ...", None, 0.8, "health", refuse=r"\b(?:hoje|agora)\b"),
    tells("bio", r"(?:<n:fazer frequentar ter>|estou (?:em|n[oa]|de)|comecei|voltei (?:pr[ao]|a|para)|faco|larguei|parei (?:de fazer|com)|parei a) (?:~|a |de |uma |sessoes de |tratamento com |acompanhamento |com |n[oa] )*(?:terapia|analise|psicoterapia|psicanalise|fisioterapia|fisio|hemodialise|dialise|quimio\w*|radioterapia|imunoterapia|acupuntura|rpg|fono\w*|hormoniza\w+|reposicao hormonal|reabilitacao|fertilizacao|fiv|tratamento(?! de cabelo)|psiquiatra|psicolog[oa]|nutricionista|endocrino\w*|aa\b|alcoolicos anonimos|narcoticos anonimos|grupo de apoio) ...", None, 0.8, "health"),
)

CARE = (
    tells("bio", r"(?:tenho que|preciso|devo|tenho de|nao posso) (?:~)(?:evitar|fazer dieta|controlar|cortar|medir a|fazer hemodialise|comer de) .+", None, 0.7, "health", refuse=r"\b(?:hoje|amanha|ess[ea]|isso|agora)\b"),
    tells("bio", r"(?:tenho|uso|levo) (?:~)@(?:marca-?passo|protese|pinos?|placas?|parafusos?|stent|silicone|diu|sangue (?:tipo )?[abo]|plano de saude|convenio|unimed|carteirinha|um rim|um pulmao|visao|grau|\d+ graus?|escoliose|pe chato)(?= |$) ...", None, 0.7, "health"),
    tells("bio", r"(?:durmo|tenho dormido) (?:~)(?:mal|pouco|pessimo|bem|\d|so \d|umas \d|tarde|cedo|de (?:dia|lado)|com|sem|de madrugada|ate|muito|as \d) ...|(?:durmo|tenho dormido) (?:~)(?:mal|pouco|tarde|cedo|pessimamente)$", None, 0.6, "health", refuse=r"\b(?:hoje|ontem|noite passada|essa noite)\b"),
)

DIET = tells("bio", r"(?:<AM>|estou|tento ser|deixei de ser|parei de ser|estou virando|estou tentando ser|sigo|como) (?:~|estritamente |um |uma |comida |dieta |so |alimentacao )*(?:<DIET>)(?= |$) ...", "diet", 0.9, "food", "health")

FOOD = (
    tells("bio", r"(?:<n:fazer seguir>|comecei|estou (?:n[ao]s?|de|em|numa)|vivo de|entrei (?:n[ao]|numa|de)) (?:~|uma |a |um |o |de )*(?:dieta\w*|low ?carb|jejum\w*|reeducacao|cetogenica|keto|regime|detox|alimentacao) ...", "diet", 0.8, "food", "health", refuse=r"\bjejum (?:pra|para) (?:o )?exame|\bregime (?:de|clt|pj|home)"),
    tells("pref", r"(?:como|bebo|tomo|consumo|ingiro|coloco|ponho|uso) (?!(?:~)(?:um banho|banho|cuidado|isso|nota|conta|coragem|decisao|posse|a liberdade|iniciativa|susto|sol|vergonha|partido|essa?|fazer|faco|posso|a decisao|alguma coisa agora|o onibus|onibus|metro)\b)(?:~|de |com )*\w.*", None, 0.8, "food", refuse=r"\b(?:hoje|agora|ontem|amanha|voce|um boi|esse|essa|app|aplicativo|ferramenta|programa|sistema|versao)\b|^(?:uso|ponho|coloco) (?!(?:~)(?:sal|acucar|adocante|pimenta|leite|coentro|cebola|alho|maionese|ketchup|manteiga|azeite)\b)"),
    tells("bio", r"(?:posso|consigo|devo) (?:nem )?(?:~)(?:comer|beber|tomar|ingerir|provar|consumir|cheirar|ver|chegar perto de|com) (?!(?:isso|mais nada)\b)\w.*", None, 0.8, "food", "health", refuse=r"\b(?:hoje|agora|um cafe|ver (?:o|a|se|voce|quanto|isso|as|os))\b"),
    tells("bio", r"(?:parei|deixei|larguei|cortei|voltei|diminui|reduzi|abandonei|aboli|troquei|comecei|evito|estou (?:sem|evitando|cortando|parando|largando)|fiquei sem|passo sem|exclui) (?:~|de vez )*(?:de |com |a |o |d[oa] )*(?:comer|beber|tomar|fumar|consumir|usar|vape|cigarro|cigarros|alcool|bebida|acucar|gluten|lactose|carne|carnes|leite|refrigerante|refri|cafe|cafeina|doces?|fritura|frituras|industrializados|ultraprocessados|sal|farinha|pao|massas?|carboidratos?|maconha|drogas?|remedios?|laticinios|derivados|energetico|frango|porco|trigo|soja|apostas?|jogo|redes sociais|instagram|tiktok|facebook|twitter)(?= |$) ...", None, 0.85, "health", refuse=r"\bcomecei (?:~)a (?:tomar um|usar (?:esse|essa|o app|um app))|\bdeixei (?:o|a|de) (?:cafe|leite|pao|carne) (?:na|no|queimar|em cima)"),
    tells("bio", r"(?:<n:fumar beber>|fumo|bebo) ?(?:~|maconha|cigarro|socialmente|so |raramente|de vez|\d|um maco|vape|cachimbo|narguile|aos|nos|em|com|pouco|muito|fins|todo|alcool|cerveja|vinho|nada|gota)?.*", None, 0.8, "health", refuse=r"\b(?:hoje|agora|ontem|para esquecer)\b|^bebo (?:a|ao) (?:isso|sua)"),
    tells("bio", rf"{_TRY}(?:almoco|janto|tomo cafe|como fora|faco marmita|levo marmita|pulo o cafe|belisco|cozinho) (?:~)(?:em|no|na|as|so|com|sem|por|perto|tarde|cedo|tod[oa]|meio|\d|pra|para|fora|leve|sempre|comida) ...", None, 0.6, "food", refuse=r"\b(?:hoje|agora|amanha|ontem)\b"),
)
