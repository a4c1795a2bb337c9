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
boa sorte|se cuida|ok|pois e|sabe de uma coisa
"""
FILLERS = r"realmente|na verdade|basicamente|literalmente|sinceramente|simplesmente|de fato|obviamente|com certeza"
ASIDES = r"tipo|tipo assim|ne|sabe|quer dizer|digamos|meio que|por assim dizer|como eu disse|enfim|assim|olha|veja"
EXAMPLE = r"por exemplo|p\. ?ex\.|ex\.:"
SOCIAL = r"""
como (?:voce|vc|tu) (?:esta|ta|vai)|como (?:vai|vao|esta|estao) (?:voce|as coisas|tudo|a familia)|tudo bem com|e (?:voce|vc|contigo)|quais as novidades|
prazer em|que bom (?:saber|te|ouvir)|fico feliz|conte comigo|estou (?:aqui|a disposicao)|a disposicao|posso (?:te )?ajudar em|precisar de (?:algo|mais)|
um abraco|tenha um|boa semana|bom fim de semana|espero que (?:voce|esteja|isso ajude)|me avise|me conta mais|obrigad[oa] por|a gente se fala|
se precisar|fique a vontade|espero ter ajudado|com prazer
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
EVENTS = {
    "high": r"""nasc(?:eu|imento|eram)|ganhou (?:um )?bebe|morreu|morte|faleceu|falecimento|enterro|velorio|cas(?:ei|ou|amos|aram|amento)|noiv(?:ei|ou|ado)|
        ped(?:i|iu) em casamento|divorci(?:o|ei|ou|amos)|separ(?:ei|ou|amos|aram)|terminamos|acidente|batida de carro|cirurgia|hospital|internad[oa]|
        diagnostic(?:o|ado|ada|aram)|cancer|demitid[oa]|demissao|pedi(?:u)? demissao|novo emprego|emprego novo|contratad[oa]|promovid[oa]|
        mud(?:ei|ou|amos|aram) (?:para|pra|de)|me mudei|se mudou|nos mudamos|adot(?:ei|ou|amos|aram)|gravida|gravidez|pres[oa] |falencia""",
    "medium": r"""decid(?:i|iu|imos|iram)|combin(?:ei|ou|amos|aram)|concord(?:ei|ou|amos)|promet(?:i|eu|emos)|confess(?:ei|ou|ao)|admit(?:i|iu)|apaixonad[oa]|
        me formei|se formou|formatura|ganh(?:ei|ou|amos)|premio|pass(?:ei|ou) (?:no|na|em)|aprovad[oa]|inaugur(?:ei|ou|amos)|lanc(?:ei|ou|amos)|public(?:ei|ou)|
        comec(?:ei|ou) (?:a|um|uma|no|na)|assin(?:ei|ou|amos)|compr(?:ei|ou|amos)|vend(?:i|eu|emos)|viagem|viaj(?:ei|ou|amos|aram|ar)|visit(?:ei|ou|amos)|
        ferias|prazo|vence|entrega (?:e|ate|em|no|na)|entrevista|promocao|cancel(?:ei|ou|amos)|termin(?:ei|ou)|conclu(?:i|iu)""",
    "low": r"aniversario|festa|encontr(?:ei|ou|amos)|entr(?:ei|ou) (?:no|na|para)|inscrev(?:i|eu)|consulta|reuniao|show|festival|torneio|trilha|acamp(?:ei|amos|ar)|voluntari[oa]",
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
