"""What tells what somebody wants to reach."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# What is wanted now, here, or of the one who is asked is a task, no goal.
_TASK = r"""
\b(?:te|voce|voces|saber|ver (?:se|o|a|como|quanto)|perguntar|entender (?:o|a|como|por|esse|essa|isso|melhor)|pergunta|duvida|uma? (?:receita|dica|sugestao|ideia|resposta|ajuda|explicacao|texto|lista|resumo|opiniao|conselho|indicacao|pizza|cafe|traducao|poema|email|e-mail|exemplo|roteiro|tabela|orcamento|piada|nome pr[ao]|codigo|planilha)|hoje|amanha|agora|daqui a pouco|mais tarde|ja ja|depois do almoco|no banho|ao mercado|no mercado|banheiro|dormir (?:agora|um pouco|cedo hoje)|almoco|jantar (?:hoje|fora)|ess[ea] (?:arquivo|codigo|texto|bug|erro|problema|email|relatorio|planilha|funcao|mensagem|tela|questao|duvida|semana|noite|tarde)|est[ea] \w+|assunto|a senha|o codigo|a funcao|o script|a tabela|planilha|de ideia|com isso|nisso|isso|disso|algo|alguma coisa|nada|ajuda|falar (?:com|sobre|que)|dizer|comentar|agradecer|contar (?:uma|que)|testar|mandar|enviar|marcar|remarcar|agendar|cancelar (?:o|a) (?:pedido|reserva)|reservar|pedir|buscar (?:o|a|meu|minha)|pegar|levar (?:o|a|meu|minha)|lavar|passar (?:no|na|roupa)|ir (?:embora|ali|la|dormir|no (?:mercado|banco|banheiro)|ao (?:mercado|banco))|sair (?:agora|daqui|hoje)|ficar (?:em casa|quiet)|descansar|tomar (?:um )?(?:banho|cafe|ar)|comer (?:um|uma|algo)|responder|terminar (?:esse|essa|de ler|o relatorio)|imprimir|baixar|instalar|conferir|confirmar|resolver isso|explicar|traduzir|reclamar|devolver|trocar (?:o|a|uma) (?:produto|peca|lampada|senha)|acreditar|esperar|parecer|ser (?:chat[oa]|grosseir[oa]|grossa|grosso|indelicad[oa]|sincer\w+|honest\w+|rapid\w+|breve|diret\w+|clar[oa]|frank|franc\w+|justo|justa))\b
"""
_WANT = r"(?:quero|queria|pretendo|planejo|planeio|tenciono|almejo|ambiciono|desejo|espero|vou|anseio|sonho|decidi|resolvi|ainda vou|me prometi|prometi(?: a mim mesm[oa])?|jurei|me comprometi|estou (?:querendo|pensando|planejando|planeando|decidid[oa]|determinad[oa]|tentando|disposta?|focad[oa]|com planos?|com vontade|sonhando|me preparando|me organizando|me planejando|batalhando|lutando|correndo atras|louc[oa])|ando (?:querendo|pensando|planejando|sonhando)|penso|venho planejando|tento|tenho (?:planos?|vontade|o sonho|um sonho|o desejo|o objetivo|a meta|uma meta|um plano|o plano|um objetivo|como (?:meta|objetivo|sonho|plano)|a intencao|o proposito|a ambicao)|sempre quis|sempre sonhei|sempre tive (?:vontade|o sonho)|gostaria|adoraria|preciso|tenho que|tenho de|luto|batalho|corro atras|foco|trabalho|estou (?:a )?(?:pensar|tentar|planear)|falta pouco|morro de vontade|tenho muita vontade)"
_LINK = r"(?:~|mesmo |d[eoa] |em |a |por |para |pra |com |que |e |n[ao] |ate (?:o |a )?\w+(?: \w+)? |um dia |ainda |ate \d+ |voltar a |comecar a |conseguir |tentar |finalmente |me |poder |ver se (?:eu )?|isso e |este ano |esse ano |no ano que vem |ano que vem |no futuro |logo |serio |dinheiro |grana |esse mes |mes que vem )*"
_AIM = r"""(?:abrir|montar|comprar (?:@)(?:minha|meu|uma|um|casa|terreno|<VEHICLE>)|adquirir|construir|reformar|emagrecer|perder (?:<N>|peso|uns|barriga)|ganhar (?:massa|peso|musculo|mais|um|uma|<N>)|engordar|aprender|estudar|me formar|formar|fazer (?:@)(?:faculdade|mestrado|doutorado|intercambio|curso|pos|medicina|direito|concurso|trilha|caminho|viagem|mochilao|cirurgia|um pe de meia|<STUDY>|volta|licenciatura|<N>|parte|terapia|carreira|musica|teatro|dieta|exercicio|academia|meu|minha|sucesso|turismo|especializacao)|passar (?:n[oa]s?|em|pr[ao]|para|no concurso|no vestibular)|ser (?!(?:que|possivel|bom|legal|<FEEL>)\b)\w+|virar|me tornar|tornar-me|trabalhar|mudar|me mudar|morar|viver|sair d[aeo]s?|ir (?:morar|para|pra|pro|embora d|estudar|viver|a|ao|pro)|viajar|conhecer|visitar|dar (?:a )?(?:entrada|volta|aulas?|uma vida|oficina|o melhor|curso|palestra)|juntar|guardar|economizar|poupar|investir|quitar|pagar|zerar|sair das dividas|me livrar|parar|largar|deixar|cortar|reduzir|diminuir|beber menos|comer (?:melhor|menos|mais)|dormir (?:mais|melhor|cedo|\d)|acordar (?:mais )?cedo|correr|completar|terminar|concluir|acabar|escrever|publicar|lancar|gravar|ler|tirar (?:@)(?:carteira|cnh|carta|habilitacao|cidadania|passaporte|certificado|nota|ferias|um ano|a nota|o b\d|o c\d|sabatico)|conseguir|arrumar|arranjar|encontrar (?:um|uma|emprego|trabalho|o|a)|achar (?:um|uma) (?:emprego|trabalho|namorad)|ter (?:@)(?:filh\w+|bebe|casa|meu|minha|proprio|propria|negocio|um|uma|mais|familia|carro|sitio|gato|cachorro|independencia|liberdade|vida|saude|tempo|<N>|disciplina|gemeos|renda|fluencia|outro|outra)|casar|me casar|noivar|namorar|engravidar|adotar|criar|plantar|cultivar|me aposentar|aposentar|trocar|migrar|mudar d|recomecar|voltar|retomar|entrar (?:n[oa]|em|pr[ao]|para)|me especializar|me dedicar|dedicar|participar|competir|disputar|subir|escalar|atravessar|percorrer|pedalar|nadar|saltar|pular de|mergulhar|aprimorar|melhorar|aperfeicoar|dominar|falar|tocar|dancar|cantar|desenhar|cozinhar|programar|empreender|expandir|crescer|vender|chegar (?:a|ao|n[oa]|em|aos)|alcancar|atingir|bater|baixar (?:o|a|meu|minha|de)|controlar|cuidar|equilibrar|superar|vencer|perdoar|reatar|reconciliar|fazer as pazes|doar|ajudar|ensinar|transformar|realizar|montar|me assumir|fundar|prestar|tentar (?:medicina|concurso|vestibular|o|a)|defender|ver (?:a aurora|o mar|a neve|meu|minha|meus|o brasil)|operar|fazer cirurgia|tatuar|parecer|me reaproximar|organizar|me organizar|ficar (?:mais|noiv|fluente|rico|rica|sem (?:fumar|beber|divida)|bo[am] em)|treinar|praticar|malhar|voar|pilotar|dirigir|andar|surfar|velejar|meditar|me mudar|emigrar|imigrar|sair de casa|legalizar|regularizar|conquistar|assumir|liderar|automatizar|levar (?:meu|minha|meus|minhas|uma vida)|faturar|dobrar|aumentar|usar menos|passar (?:mais|menos) tempo|tirar|bancar|sustentar|mandar (?:meu|minha)|dar)"""
_THING = r"(?:promocao|emprego|trabalho novo|vaga|mestrado|doutorado|concurso|vestibular|oab|enem|maratona|meia maratona|ironman|faculdade|casa propria|carteira|cidadania|intercambio|independencia|vida (?:mais|saudavel|tranquila|nova)|diploma|aposentadoria|estabilidade|bolsa|bebe|um filho|uma filha|filhos|outro filho|mais um filho|divorcio|visto|familia|medalha|fluencia|corpo|liberdade financeira|um carro|uma casa|um sitio|um apartamento|um ape|uma horta|um cachorro|um gato|b1|b2|c1|c2|<N> (?:mil|reais|kg|quilos|livros))"

GOALS = (
    tells("obj", rf"{_WANT} {_LINK}(?:{_AIM})(?= |$) ...", None, 0.8, "goals", refuse=_TASK),
    tells(
        "obj",
        rf"{_WANT} {_LINK}@(?:segund[oa] |primeir[oa] |outr[oa] |nov[oa] )?(?:{_THING})(?= |$) ...",
        None,
        0.8,
        "goals",
        refuse=_TASK + r"|^(?:preciso|tenho|vou|espero|trabalho) ",
    ),
    tells(
        "obj",
        r"(?:estou|ando|comecei a|venho|vivo|passei a|voltei a)? ?(?:me preparando|me preparar|me preparo|estudando|estudar|estudo|treinando|treinar|treino|juntando|juntar|junto|economizando|economizar|economizo|guardando|guardar|guardo|poupando|poupar|poupo|correndo atras|lutando|batalhando|trabalhando|me matando|me esforcando)(?: dinheiro| grana| um dinheir\w+| muito| firme| duro| tudo| cada centavo| uma graninha| forte)* (?:para|pra|pro|pras|pros|d[oea]|por|pel[oa]) (?!(?:voce|ele|ela|sempre|prova de amanha|caramba|uma? empresa|multinacional|um escritorio)\b).+",
        None,
        0.8,
        "goals",
        refuse=r"^(?:trabalhando) (?:muito )?(?:para|pra|pro|pel[oa]|d[oea]) @(?:empresa|startup|governo|prefeitura|escritorio|cliente|casa|banco|multinacional|loja|firma|estado|minha|meu)",
    ),
    tells(
        "obj",
        r"(?:pretendo|planejo|planeio|almejo|tenciono|ambiciono|decidi|resolvi|sempre quis|estou decidid[oa] a|tenho planos de|estou planejando|ando planejando|desejo|sempre sonhei em|sonho em|prometi|me prometi) (?:~|nunca |me |nao )*\w+(?:ar|er|ir|or)\b.*",
        None,
        0.8,
        "goals",
        refuse=_TASK,
    ),
    tells(
        "obj",
        r"(?:quero|vou|espero|preciso|tenho que|queria|gostaria de|vou tentar|quero ver se) (?:~|ainda |poder |voltar a |me |conseguir )*\w+(?:ar|er|ir|or)\b.*\b(?:(?:este|esse) (?:ano|semestre)|ano que vem|proximo ano|ate (?:o|dezembro|os|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|2)|em 20\d\d|um dia|antes d[eo]s|no futuro|nos proximos|daqui a \w+ anos|longo prazo|semestre que vem|de uma vez|de vez|na vida|pro resto|custe o que custar|de qualquer jeito|se deus quiser)\b.*",
        None,
        0.8,
        "goals",
        refuse=r"\b(?:te |voce|hoje|amanha|saber)\b",
    ),
    tells(
        "obj",
        r"sonho (?:~)(?:em|com) \w.*",
        None,
        0.8,
        "goals",
        refuse=r"\b(?:essa noite|ontem|noite passada|toda noite)\b",
    ),
    tells(
        "obj",
        r"(?:estou|ando) (?:~)(?:(?:em busca|a procura|atras|correndo atras) d[eoa]|procurando|de olho n[ao]|a espera d[eoa]|de partida|na luta (?:por|pel[oa])) \w.+",
        None,
        0.7,
        "goals",
        refuse=r"\b(?:hotel|restaurante|voo|presente|receita|link|site|arquivo|informac\w+|filme|livro|loja|celular|passagem|um (?:bom|lugar)|resposta|ajuda|dica|hoje|amanha|algo|uma? (?:dica|palavra|nome|jeito|forma|maneira|aplicativo|app|curso|medic\w))\b",
    ),
)

GOAL_STATEMENTS = (
    tells(
        "obj",
        r"\b(?:meus?|minhas?|o meu|a minha|tenho como|tenho por|a|o|nossa|nosso)? ?(?:maior |grande |principal |proxim[oa] |unic[oa] |nov[oa] |segund[oa] )?(?:sonhos?|metas?|objetivos?|planos?|proposito|ambicao|resolucao|resolucoes|desejo|projeto|alvo|missao|desafio)(?: (?:de vida|de infancia|pra|para|pro|deste|do|da|desse|este|esse|nesse|neste|ano|que vem|semestre|mes|\d+|longo prazo|curto prazo|agora|no momento|atual|de consumo|profissional|pessoal|principal|de ano novo|de|e|o|a|proximo|proximos|anos|na vida|maior|mesmo|real|financeir[oa]|fitness|para o))*?(?: (?:e|sempre foi|continua sendo|agora e|eh|virou|mudou para|mudou pra|passou a ser|seria|ainda e|continua|segue sendo)|:|,) (?:~|o |a |so |mesmo )*(?P<rest>\w.+)",
        None,
        0.9,
        "goals",
        write="tem a meta: {rest}",
        refuse=r"\b(?:seria) que\b|\b(?:da empresa|do projeto|do time|dele|dela|do grupo|do jogo|seu plano|do filme|do texto|desse codigo|de saude|de internet|de voo|de dados)\b|(?:e|foi) (?:muito |bem |tao )?(?:bom|boa|otim|legal|chat|dificil|car[oa]|simples|esse|essa|isso|segredo)",
    ),
)
