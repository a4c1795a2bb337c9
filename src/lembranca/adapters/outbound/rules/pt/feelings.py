"""What tells a feeling: with what it is about, or a strong one by itself."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

_NOT_HERE = r"\b(?:te|lhe) |\b(?:em|de|por) (?:te )?(?:ajudar|saber que voce|ouvir|falar com voce|conversar|receber|ver voce)\b|\b(?:por|com|para|pra) (?:voce|ele|ela|eles|elas)\b|\bque (?:voce|vc|ele|ela|tenha|gostou)\b|\bpel[ao] (?:ajuda|atencao|resposta|dica)|\b(?:animad[oa]|content[ea]|feliz) (?:com|por) (?:isso|a (?:resposta|sugestao))"
_CAUSE = r"(?:,? ?(?:com|por|porque|de|d[oa]s?|pel[oa]s?|sobre|desde|quando|ate|em relacao|n[oa]s?|pra|para|diante|depois|toda vez|sempre que|em|que|a respeito|so de|ao|a|hoje|ultimamente|esses|essa|esse|este|esta|nos ultimos|demais|mesmo|assim)\b.*)"
_MUCH = r"(?:~|morrendo |mort[oa] |chei[oa] |me sentindo |um pouco |tao |com |de |uma? |muit[oa]s? |tant[oa]s? |certo |certa |enorme |profund[oa] |grande |aquel[ea] |imens[oa] |bastante |uns )*"

FEELINGS = (
    tells(
        "emo",
        rf"<FEELING> (?:~|me sentindo |me )*(?:<FEEL>)(?= |$)(?: e \w+)?{_CAUSE}",
        None,
        0.8,
        "feelings",
        refuse=_NOT_HERE
        + r"|\b(?:mal|cansad[oa]|leve|perdid[oa]|cheia?|livre|calm[oa]|tranquil[oa]) (?:n[oa]|d[oae]|com) (?:arquivo|codigo|explicacao|texto|menu|app|site|configuracao|isso)|\blivre (?:hoje|amanha|n[oa]|as|d[ae]|a |de )|^fico (?:grat|feliz em|agradecid)|\b(?:grat[oa]|agradecid[oa])\b",
    ),
    tells("emo", r"<FEELING> (?:~|me sentindo )*(?:<STRONG>)(?= |$|,) ...", None, 0.8, "feelings", refuse=_NOT_HERE),
    tells(
        "emo",
        r"(?:me sinto|ando|estou me sentindo|tenho me sentido|ando me sentindo|tenho andado|tenho estado|me acho|sinto-me|me senti) (?:~)(?:<FEEL>|(?:um |uma )(?:fracasso|fracassad[oa]|lixo|peso|fraude|impostor[a]?|inutil|burr[oa]|estranh[oa]|estorvo|farsa|crianca|velh[oa]|idiota|trouxa|nada|merda|intrus[oa]|peixe fora)|inutil|invisivel|a pior|pessim[oa]|deslocad[oa]|incompetente|incapaz|leve|viv[oa]|velh[oa]|fei[oa]|gord[oa]|burr[oa]|atrasad[oa] na vida|pra tras|excluid[oa]|menos|pequen[oa]|insuficiente|um caco|preso|presa|sufocad[oa]|em casa|acolhid[oa]|amad[oa]|querid[oa]|valorizad[oa]|desvalorizad[oa]|culpad[oa])(?= |$|,) ...",
        None,
        0.8,
        "feelings",
        refuse=_NOT_HERE,
    ),
    tells(
        "emo",
        rf"(?:<FEELING>|sinto|senti|tenho|tive|estou|ando|fiquei|fico|vivo|carrego|morro|morri|me mato|me bate|me da|me deu|me veio|guardo|sofro) {_MUCH}(?:<NOUNFEEL>) ?(?:~|enorme |absurd[oa] |imens[oa] |danad[oa] |gigante |no peito |no coracao |na garganta |terrivel )*(?:de|d[oa]s?|por|pel[oa]s?|com|em|quando|que|n[oa]s?|para|pra|ao|a|toda|todo|sempre|so de|desde|porque|sobre|diante|depois|ultimamente|esses dias|por causa)\b.*",
        None,
        0.8,
        "feelings",
        refuse=_NOT_HERE
        + r"|\b(?:paz de espirito|em paz com o|pena (?:que|pagar)|orgulho (?:de|em) (?:ser|dizer))|^tenho (?:~)(?:esperanca de que|receio de (?:que|nao ter))|^(?:tenho|sinto) (?:~)paciencia|\bde (?:ansiedade|depressao) (?:ha|desde) ",
    ),
    tells(
        "emo",
        rf"(?:<FEELING>|sinto|senti|carrego|morro|morri) {_MUCH}(?:<NOUNFEEL>)(?= |$) ...",
        None,
        0.75,
        "feelings",
        refuse=_NOT_HERE
        + r"|^(?:tenho|estou|ando) (?:~|com |de )*(?:ansiedade|fobia|panico|paz|esperanca|pena)$|\bem paz$",
    ),
    tells(
        "emo",
        r"(?:consigo (?:~)(?:dormir|parar de (?:pensar|chorar|tremer)|superar|lidar|esquecer|me perdoar|aceitar|comer direito|respirar|relaxar|seguir em frente|me concentrar|acreditar que)|aguento (?:~)|suporto mais|vejo a hora|caibo em mim|paro de (?:pensar|chorar|sorrir|tremer|ouvir)|vejo (?:sentido|saida|futuro)|tenho (?:mais )?(?:vontade|forca|animo|energia|esperanca|chao|vontade de viver|motivacao|paciencia)|confio mais|sei (?:mais )?(?:o que fazer|como lidar|como seguir)) ?.*",
        None,
        0.7,
        "feelings",
        refuse=r"\b(?:com isso aqui|o que fazer (?:pra|para|com|n[oa]|hoje|de jantar)|voce|esse (?:erro|bug|codigo|site|app)|isso)\b|^(?:consigo (?:dormir (?:com|sem)|lidar com (?:essa|esse)|acreditar que)|aguento (?:~)(?:comer|ouvir|ver|mais)|sei (?:mais )?o que fazer)$",
        denied=True,
    ),
    tells(
        "emo",
        r"(?:me preocupo|me estresso|me irrito|me emociono|me orgulho|me arrependo|me arrependi|me apavoro|me angustio|me culpo|me envergonho|me animo|me assusto|me emocionei|me decepcionei|me magoei|me frustrei|me irritei|me desesperei|me estressei|me orgulhei|sofro|surto|surtei|choro|chorei|entro em panico|entrei em panico|temo|perco o sono|perdi o sono|perco a cabeca|lamento|desabei|desabo|travo|tremo|tremi|congelo|gelo|amei|vibrei|explodi|nao me aguento|me derreto|vivo sonhando|me cobro|me comparo|me odeio|roo as unhas|arrependo-me|preocupo-me) ?(?:~|tanto |a noite |o dia |horas |as unhas |feito crianca |de (?:alegria|raiva|emocao|felicidade|tristeza|saudade|medo|nervoso|rir) |litros |rios |muito |sem parar )*(?:com|por|porque|quando|de|d[oa]s?|pel[oa]s?|que|n[oa]s?|toda|todo|sempre|ao|a|so de|inteir|$|desde|ate|vendo|ouvindo|pensando|depois|antes).*",
        None,
        0.8,
        "feelings",
        refuse=_NOT_HERE + r"|^(?:amei|choro|chorei) (?:~)(?:de rir|a (?:ideia|dica|resposta))",
    ),
    tells(
        "emo",
        r"(?:ando|estou|fico|passei|passo|vivo|tenho passado|fiquei) (?:~|a noite |as noites |dias |noites |o dia |horas |a semana )*(?:sem (?:dormir|comer|vontade|esperanca|rumo|forca|animo|chao|energia|paciencia)|chorando|perdendo o sono|surtando|em luto|mal|sofrendo|tremendo|pensando besteira|em claro|roendo as unhas|contando os dias|remoendo|me cobrando|me culpando|desmoronando|explodindo|no limite|por um fio|no automatico|na fossa|num mau momento|numa fase (?:ruim|dificil|pesada|boa)|passando por (?:uma fase|um momento|um periodo|maus)) ?.*",
        None,
        0.75,
        "feelings",
        refuse=r"\bmal (?:d[aoe]|intern)|\bmal humor",
    ),
)

_EFFECT = r"(?:<FEEL>|<NOUNFEEL>|o sono|do serio|chorar|o coracao|de (?:alegria|orgulho|raiva|medo)|por dentro|vontade de|um aperto|um no|frio na barriga|o estomago|louc[oa]|doid[oa]|mal|bem|arrepios?|tremer|travar|gatilho|forcas?|esperanca|sem ar|sem chao|sem dormir|sem palavras|em panico|pra baixo|para baixo|inteir[oa]|a cabeca|um nervoso|nos nervos|embargad[oa])"
FEELING_STATEMENTS = (
    tells(
        "emo",
        r"\b(?:meu|minha|o meu|a minha) (?:maior |pior |grande |unic[oa] |eterno |principal )?(?P<what>medo|preocupacao|arrependimento|fobia|ansiedade|angustia|culpa|trauma|orgulho|frustracao|pavor|tristeza|alegria|felicidade|saudade|raiva|magoa|inseguranca|pesadelo|decepcao|remorso)s? (?:hoje |agora |atual |na vida |mesmo )*(?:e |sao |de |com |sobre |sempre foi |foi |continua sendo )+(?P<rest>\w.+)",
        None,
        0.85,
        "feelings",
        write="{what}: {rest}",
        refuse=r"\be (?:normal|grande|enorme|tanta)",
    ),
    tells(
        "emo",
        rf"^(?P<cause>[\w' -]{{2,45}}?) (?:~)me (?P<rest>(?:deixa|deixam|deixou|deixaram|faz sentir|faz|fazem sentir|da|dao|deu|causa|causam|causou|traz|trazem|trouxe|tira|tiram|tirou|faz|fez|parte|partiu|enche|consome|mata de|corta|provoca|bate|embrulha|desespera|poe|bota|enche de|aperta|esmaga|tem deixado|vem deixando|anda deixando) (?:~|uma? |de |muit[oa] |em |com |n[oa] )*(?:{_EFFECT})(?= |$|,).*)",
        None,
        0.8,
        "feelings",
        write="{rest} por causa de: {cause}",
        refuse=r"^(?:isso|ele|ela|voce|quem|que|o que|(?:o|a) (?:app|site|sistema|codigo|servico|erro|resposta|piada))\b|\bme da (?:uma? )?(?:vontade de (?:comer|rir|dormir)|ideia|dica)|\bo sono$|\bme (?:da|dao) (?:nojo|sono)|\bme faz bem",
    ),
    tells(
        "emo",
        r"^(?P<cause>[\w' -]{2,45}?) (?:~)me (?P<rest>(?:assust|apavor|aterror|preocup|angusti|irrit|incomod|enerv|emocion|entristec|frustr|estress|consom|magoa|deprim|desanim|anim|orgulh|tortur|atorment|aflig|desesper|sufoc|devast|destro|arras|abal|comov|alegr|entusiasm|empolg|envergonh|decepcion|traumatiz|desestabiliz|persegu|asfixi|derrub|machuc|feriu|doe|doi|acalm|aliv|realiz)(?:a|am|ou|aram|e|em|eu|i|iu|iza|izam|ece|eceu|oa|oi|mina|o|u|va|vam)\b.*)",
        None,
        0.75,
        "feelings",
        write="{rest}: {cause}",
        refuse=r"^(?:isso|ele|ela|voce|quem|que|o que|(?:e |)o que|(?:o|a) (?:app|site|sistema|codigo|servico|erro|resposta|piada))\b|\bo que$",
    ),
    tells(
        "emo",
        r"\bme (?P<rest>(?:bate|bateu|da|deu|vem|veio|sobe|subiu|toma|tomou|aperta|doi|consome|dava|parte|partiu) (?:~|um |uma |aquel[ea] |muit[oa] |o |a |no |de )*(?:<NOUNFEEL>|coracao|peito|alma)\b.*)",
        None,
        0.8,
        "feelings",
        write="sente: {rest}",
        refuse=r"\bme da pena de voce",
    ),
    tells(
        "emo",
        r"^(?:ai,? |que |mas que |nossa,? que |quanta |tanta )+(?P<rest>(?:saudades?|medo|raiva|orgulho|vergonha|inveja|angustia|tristeza|alivio|alegria|felicidade|odio|decepcao|desespero|emocao|agonia|frustracao) (?:que |me )?(?:d[eoa]s?|que|com|por|pel[oa]|eu|ter|ver|saber)\b.+)",
        None,
        0.8,
        "feelings",
        write="sente {rest}",
        refuse=r"\b(?:voce|ele|ela)\b",
    ),
    tells(
        "emo",
        r"\b(?P<rest>(?:meu (?:coracao|peito|mundo|chao)|minha (?:alma|cabeca|ansiedade|autoestima|depressao)|a (?:ficha|ansiedade|saudade|tristeza|culpa|angustia|dor|solidao|insonia|preocupacao)) (?:~)(?:esta|ta|caiu|desabou|aperta|apertou|doi|doeu|partiu|bate|bateu|ataca|atacou|nao (?:passa|para|larga)|voltou|so (?:cresce|aumenta|piora)|explode|explodiu|acabou|me \w+|vai|foi|anda|aumentou|pegou|pesa|disparou|dispara|sumiu|sangra)\b.*)",
        None,
        0.75,
        "feelings",
        write="{rest}",
        refuse=r"\bcabeca (?:doi|esta doendo)|\bansiedade (?:sumiu|passou)",
    ),
)
