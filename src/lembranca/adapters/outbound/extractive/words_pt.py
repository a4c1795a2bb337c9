"""
Portuguese cues: what makes a clause worth keeping, and what says nothing.

Patterns are matched against folded text (lower case, no accents), between word boundaries.
"""

# fmt: off
# ruff: noqa: SIM905, E501 - a list of a hundred quoted words is read by nobody
GREETINGS = r"""
oi+|ola|opa|e ai|eai|fala|bom dia|boa (?:tarde|noite)|tudo (?:bem|bom|certo|joia)|beleza|blz|nossa|uau|eita|caramba|poxa|puxa|ah+|kk+|rs+|
valeu|(?:muito )?obrigad[oa](?: (?:mesmo|de novo|pela ajuda))?|de nada|por nada|imagina|disponha|claro|com certeza|parabens|que (?:bom|legal|otimo|maravilha|massa|demais)|
legal|otimo|show|perfeito|certo|ta bom|entendi|entao|bem|bom|enfim|alias|tchau|ate (?:logo|mais|amanha|breve)|abracos?|beijos?|bjs?|por favor|
boa sorte|se cuida|ok|pois e|sabe de uma coisa|(?:mudando|mudanca) de assunto|novidade|bomba|adivinha|pergunta(?: (?:rapida|aleatoria))?|tcharam|obg|blz|aff+|eba|ufa|hum+
"""
FILLERS = r"realmente|na verdade|basicamente|literalmente|sinceramente|simplesmente|de fato|obviamente|com certeza"
ASIDES = r"tipo|tipo assim|ne|sabe|quer dizer|digamos|meio que|por assim dizer|como eu disse|enfim|assim|olha|veja"
EXAMPLE = r"por exemplo|p\. ?ex\.|ex\.:"
SOCIAL = r"""
como (?:voce|vc|tu) (?:esta|ta|vai)|como (?:vai|vao|esta|estao) (?:voce|as coisas|tudo|a familia)|tudo bem com|e (?:voce|vc|contigo)|quais as novidades|
prazer em|que bom (?:saber|te|ouvir)|fico feliz|conte comigo|estou (?:aqui|a disposicao)|a disposicao|posso (?:te )?ajudar em|precisar de (?:algo|mais)|
um abraco|tenha um|boa semana|bom fim de semana|espero que (?:voce|esteja|isso ajude)|me avise|me conta mais|obrigad[oa] por|a gente se fala|
sinto muito|lamento|(?:geralmente|normalmente) isso resolve|se precisar|fique a vontade|espero ter ajudado|com prazer
"""
CUES = {
    "want": r"""quer(?:o|ia|em|emos|er|endo)?|gostaria|preciso|precisa(?:mos|va|ria|r)?|pretend(?:o|e|emos|ia|er)|plane(?:jo|ja|jamos|jando)|
        objetivo|meta|sonh(?:o|a|ei|ava)|desej(?:o|a|ava)|prefir[oa]|prefere|estou pensando em|penso em|procur(?:o|a|ando)|buscando|
        tentando|interess(?:e|ado|ada) em|favorit[oa]|tem que|tenho que|devo|deve""",
    "decided": r"""decid(?:i|iu|imos|iram|ido|ida|ir)|decisao|combin(?:ei|ou|amos|aram|ado)|acord(?:o|amos)|concord(?:ei|ou|amos)|escolh(?:i|eu|emos|ido)|
        fech(?:ei|ou|amos|ado)|aceit(?:ei|ou|amos)|promet(?:i|eu|emos)|confirm(?:ei|ou|ado|amos)|aprov(?:ei|ou|ado)|cancel(?:ei|ou|ado|amos)|
        adi(?:ei|ou|ado)|agend(?:ei|ou|ado|amos)|marc(?:ei|ou|ado|amos)|reserv(?:ei|ou|ado)|compr(?:ei|ou|amos)|contrat(?:ei|ou|amos)|resolv(?:i|eu|emos)|vou|vamos""",
    "tried": r"""tent(?:ei|ou|amos|aram|ado)|test(?:ei|ou|amos)|falh(?:ei|ou|a)|nao (?:funcionou|deu certo|adiantou)|deu (?:certo|errado|erro)|
        consegu(?:i|iu|imos)|corrig(?:i|iu)|ja|ainda (?:nao|falha)|desist(?:i|iu)""",
    "changed": r"""mud(?:ei|ou|amos|anca|ar|aram)|nao (?:quero|gosto|moro|trabalho) mais|agora|em vez de|ao inves|antes|troc(?:ei|ou|ar)|pensando (?:melhor|bem)|
        deix(?:ei|ou) de|par(?:ei|ou) de|comec(?:ei|ou|amos)|pass(?:ei|ou) a|virou|a partir de|acab(?:ei|ou)""",
    "fact": r"""nasc(?:i|eu|imento)|aniversario|cas(?:ei|ou|ado|ada|amento)|noiv[oa]|divorci|morreu|faleceu|gravida|form(?:ei|ou)|mor(?:o|a|amos)|trabalh(?:o|a|ei|ou)|
        estud(?:o|a|ei|ou)|anos|chama|nome|alergi|diagnostic|endereco|telefone|e-?mail|senha|prazo|custa|custou|preco|porque|por causa|desde|
        primeir[oa]|ontem|amanha|(?:semana|mes|ano) (?:passad[oa]|que vem)|proxim[oa]""",
}
NEGATION = r"nao|n|nunca|jamais|nada|nenhum|nenhuma|ninguem|nem|sem"
CONDITION = r"se|caso|a menos que|talvez|quem sabe|quando"
SELF = r"""
eu|meus?|minhas?|mim|comigo|nossos?|nossas?|a gente|conosco|sou|estou|to|tava|tenho|moro|vou|vamos|fui|fiz|posso|quero|preciso|pretendo|trabalho|estudo|ando|acho|gosto|
odeio|adoro|amo|sinto|sei|li|vi|\w{2,}(?<!ultim)(?:ei|amos|emos)|(?!ultimos|proximos|maximos|minimos|anonimos|legitimos)\w{2,}imos|(?:decid|consegu|ped|vend|perd|escolh|receb|descobr|conhec|prefer|sa|com|sub)i|somos|fomos
"""
OTHER = r"ele|ela|eles|elas|voce|voces|vc|disse|falou|diz|esta|ta|ficou|ficaram|parece|seu|sua|dele|dela"
ADVICE = r"""
eu (?:sugiro|recomendo|comecaria|deixaria|nao (?:deixaria|esperaria|faria)|esperaria|faria|iria)|sugiro|recomendo|(?:voce|vc) (?:pode|poderia|deve|deveria|precisa|vai)|vale (?:a pena|pedir|conferir)|
costuma|costumam|geralmente|normalmente|em geral|dicas?|lembre|tente|evite|confira|confirme|escolha|anote|procure|peca|leve|use|comece|nao esqueca|da pra|melhor
"""
COMMITMENT = r"""
reservad[oa]s?|confirmad[oa]s?|marcad[oa]s?|agendad[oa]s?|combinad[oa]s?|fechad[oa]s?|cancelad[oa]s?|aprovad[oa]s?|enviad[oa]s?|resolvid[oa]s?|estornad[oa]s?|anotad[oa]s?|
protocolo|combinamos|acordo|fica (?:entao|combinado)|total de|deu certo|corrigid[oa]s?
"""
WISHED = r"feliz (?:aniversario|ano|natal|pascoa|dia)|se eu"
AIM = r"""
quer(?:o|emos|ia|iamos)|gostaria|gostariamos|preciso|precisamos|pretend(?:o|emos)|planej(?:o|amos|ando)|(?:meu|nosso) (?:objetivo|sonho|plano|foco)|(?:minha|nossa) meta|meta|sonho em|
(?:estou|to|tamos|estamos) (?:pensando em|procurando|buscando|tentando|planejando)|procur(?:o|ando)|buscando|tentando|(?:vou|vamos) \w+r
"""
LAUGHTER = r"k{3,}|kk|(?:ha){2,}h?|(?:he){2,}|(?:hua){2,}|rs(?:rs)*"
HYPOTHETICAL = r"""
se|caso|talvez|quem sabe|seria|poderia|deveria|iria|gostaria|podia|queria|imagin[ae]|suponha|faz de conta|como se|quase|quem|alguem|todo mundo|as pessoas|qualquer|sonhei|
brincadeira|brincando|zoando|tomara|espero|no (?:livro|filme)|na (?:novela|serie|historia)
"""
EVENTS = {
    "high": r"""
nasc(?:eu|eram)|ganh(?:ou|ei) (?:um |o )?(?:bebe|nenem)|(?:deu|dei) a luz|morr(?:eu|eram)|falec(?:eu|eram)|perd(?:i|eu|emos) (?:o |a |meu |minha |seu |sua |nosso |nossa )?(?:pai|mae|filh[oa]|irma[o]?|avo|marido|esposa|mulher|emprego|casa|bebe)|
(?:me |se |nos )?cas(?:ei|ou|amos|aram)(?= |$)|(?:vou|vai|vamos|vao) (?:me |se |nos )?casar|ped(?:iu|i) (?:\w+ )?em casamento|noiv(?:ei|ou|amos)|fic(?:amos|aram|ou|ei) noiv[oa]s?|(?:me |se |nos )?divorci(?:ei|ou|amos|aram)|
(?:me |se |nos )separ(?:ei|ou|amos|aram)|(?:vou|vai|vamos|vao) (?:me |se |nos )(?:separar|divorciar)|(?:vou|vai|vamos|vao) (?:separar|divorciar)|a gente terminou|termin(?:ei|ou|amos) (?:com (?:ele|ela|o namor|a namor|meu namor|minha namor)\w*|o (?:namoro|noivado|casamento))|
(?:sofr(?:i|eu|emos)|tiv(?:e|emos)|teve) um (?:acidente|infarto|avc|derrame)|bat(?:i|eu|emos) o carro|(?:fui|foi) (?:atropelad|operad|internad|diagnosticad|demitid|contratad|promovid|assaltad|pres)[oa]|(?:fui|foi) mandad[oa] embora|
(?:esta|estou|to|ta|ficou|fiquei) (?:internad|gravid)[oa]|engravid(?:ei|ou|amos)|(?:fiz|fez|vou fazer|vai fazer) (?:uma |a )?cirurgia|(?:vou|vai) (?:ser )?oper(?:ar|ad[oa])|(?:fui|foi) parar n[oa] (?:hospital|pronto-socorro|uti)|
descobr(?:i|iu|imos|iram) (?:que (?:tenho|tem) )?(?:um )?(?:cancer|tumor|diabetes)|infart(?:ei|ou)|quebr(?:ei|ou) (?:o |a )?(?:braco|perna|pe|pulso|tornozelo|clavicula|costela)|ped(?:i|iu) demissao|me demiti|
(?:consegu(?:i|iu)|arrum(?:ei|ou)|aceit(?:ei|ou)|perd(?:i|eu)|recus(?:ei|ou)) (?:o |um |uma |a |meu |esse |essa )?(?:novo |nova )?(?:emprego|vaga|trabalho)|
(?:receb(?:i|eu)) (?:uma |a )?(?:proposta|oferta) (?:pra trabalhar|para trabalhar|de (?:emprego|trabalho))|(?:me |se |nos )mud(?:ei|ou|amos|aram)|mud(?:ei|ou|amos|aram) (?:de (?:casa|cidade|pais|apartamento|estado)|para|pra)(?! (?:melhor|pior|outro dia))|
(?:vou|vai|vamos|vao) (?:me |se |nos )?mudar (?:de (?:casa|cidade|pais)|para|pra)|(?:vou|vai|vamos|vao) morar (?:em|no|na|com)|adot(?:ei|ou|amos|aram) (?:um|uma|o|a|dois|duas)|fal(?:i|iu|imos) a empresa|
(?:eu )?te amo|(?:estou|to|esta|ta) apaixonad[oa]|(?:me |se )apaixon(?:ei|ou)|(?:me |se )declar(?:ei|ou)|(?:disse|falou|confessou) que me ama
""",
    "medium": r"""
decid(?:i|iu|imos|iram)|combin(?:ei|ou|amos|aram)|concord(?:ei|ou|amos)|promet(?:i|eu|emos)|jur(?:ei|ou|amos)|confess(?:ei|ou|amos|aram)|admit(?:i|iu)|(?:cont(?:ei|ou)|revel(?:ei|ou)|diss(?:e)|falei) (?:toda )?a verdade|
me formei|se formou|nos formamos|ganh(?:ei|ou|amos) (?:um |uma |o |a )?(?:premio|concurso|bolsa|medalha|campeonato|promocao|aumento|processo|final)|pass(?:ei|ou|amos) (?:no|na|em) (?:\w+ )?(?:concurso|prova|exame|vestibular|entrevista|selecao|faculdade|teste|oab|enem|etapa)|
(?:fui|foi) (?:aprovad|aceit|reprovad|expuls)[oa]|inaugur(?:ei|ou|amos)|lanc(?:ei|ou|amos) (?:o|a|um|uma|meu|minha)|public(?:ei|ou|amos)|abr(?:i|iu|imos) (?:uma|a|um|minha|meu) (?:empresa|loja|negocio|restaurante|padaria|conta)|
comec(?:ei|ou|amos) (?:o|a|um|uma|no|na|meu|minha) (?:curso|faculdade|terapia|tratamento|aula|trabalh|estud|emprego|namor|academia|dieta)\w*|assin(?:ei|ou|amos) (?:o|a|com)|aceit(?:ei|ou|amos|aram) (?:o|a|um|uma)|recus(?:ei|ou|amos|aram)|
compr(?:ei|ou|amos) (?:um|uma|o|a|as|os|meu|minha|nosso|nossa|nossas) (?:\w+ )?(?:casa|apartamento|carro|moto|terreno|passage\w+|bilhete\w*|ap|chacara|sitio|barco)|vend(?:i|eu|emos) (?:o|a|meu|minha|nosso|nossa) (?:\w+ )?(?:casa|apartamento|carro|moto|terreno|ap|empresa|barco)|
viaj(?:ei|ou|amos|aram)|visit(?:ei|ou|amos)|reserv(?:ei|ou|amos)|cancel(?:ei|ou|amos|aram)|termin(?:ei|ou|amos) (?:o|a|meu|minha) (?:curso|faculdade|projeto|livro|mestrado|doutorado|tratamento|case|tese|tcc)|
desist(?:i|iu|imos)|trai(?:u|ram)|roub(?:ou|aram)|fug(?:i|iu|imos|iram)|escap(?:ei|ou|amos|aram)|mat(?:ei|ou|amos|aram)|atac(?:ou|aram)|beij(?:ei|ou|amos|aram)|descobr(?:i|iu|imos|iram)|salv(?:ou|aram) (?:a|o|minha|sua|me)|venc(?:i|eu|emos|eram)
""",
    "low": r"""
(?:fiz|fizemos|fez|demos|deu|teve|tivemos|comemor(?:ei|ou|amos)|fui|fomos) (?:uma|a|na|no|o|um|ao|em|meu|a minha)? ?(?:festa|aniversario|show|festival|reuniao|torneio)|encontr(?:ei|ou|amos) (?:com|o|a|meu|minha)|
(?:me|se) inscrev(?:i|eu)|acamp(?:ei|amos)|fui (?:voluntari[oa])|(?:tenho|tive|marquei|marcou|agendei) (?:uma |a )?(?:consulta|entrevista|reuniao|prova)|levei (?:na|no|ao|a) (?:dra?|medic|veterinari)\w*
""",
}
FEELINGS = """
feliz animado animada ansioso ansiosa nervoso nervosa triste bravo brava irritado irritada frustrado frustrada preocupado preocupada estressado estressada
cansado cansada exausto exausta sobrecarregado sobrecarregada orgulhoso orgulhosa grato grata aliviado aliviada assustado assustada sozinho sozinha
confuso confusa esperancoso esperancosa decepcionado decepcionada chateado chateada calmo calma tranquilo tranquila envergonhado envergonhada culpado culpada
entediado entediada curioso curiosa confiante inseguro insegura magoado magoada motivado motivada deprimido deprimida ciumento ciumenta otimista pessimista
desesperado desesperada empolgado empolgada satisfeito satisfeita contente desanimado desanimada impaciente medo raiva saudade
""".split()
EMPTY = """
oi ola sim bem bom boa otimo otima legal bacana massa show demais maravilha maravilhoso incrivel lindo linda obrigado obrigada valeu nossa claro certeza
verdade coisa coisas algo tudo nada gente pessoa pessoas dia dias vez vezes jeito tempo hora agora hoje ainda ja sempre nunca acho achar achei sei saber
sabe ver vi viu olha olhar falar falei falou disse dizer fazer faz fiz fez feito ir vai vou vamos indo vir vem veio dar deu dei ficar fica fiquei ficou
querer quer quero queria precisar precisa preciso poder pode posso podia dever deve devo gostar gosto gosta adoro amo sentir sinto sentindo pensar penso
esperar espero parece parecer realmente totalmente super mesmo assim entao pouco bastante grande pequeno novo nova melhor maior proximo ultima ultimo
feliz parabens importante especial ajudar ajuda ajudou conseguir consegui tentar comecar comecei usar uso favor desculpa beijo abraco sorte prazer
contar conta conte contou ouvir entender entendi entendo certo errado tipo alem toda todo todos todas outra outro outros outras tanto tanta vida parte
lugar momento passar passou levar deixar colocar trazer acontecer aconteceu bora opa tchau ate logo
""".split()
