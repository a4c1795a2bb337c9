"""What tells likes and dislikes, and how and when somebody wants to be written to."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# Who is spoken to, and what points elsewhere, is nothing that is liked for long.
_POINTS = r"(?:voce|voces|te|vc|ele|ela|eles|elas|isso|disso|disto|desse|dessa|deste|desta|dele|dela|esse|essa|esta|este|a ideia|sua|seu|como (?:voce|ficou)|que (?:voce|ele|ela|isso)|o que voce|a sugestao|as sugest\w+|a dica|as dicas|a resposta|o resultado|o jeito que|o texto|a conversa|conversar com voce|falar com voce|saber|esse papo|aquilo|(?:o|a) (?:novo|nova) versao)\b"
_KIN_DEAR = r"(?:meu (?:marido|pai|filho|namorado|irmao|amor|bebe|neto)|minha (?:mae|esposa|filha|mulher|vida|namorada|irma|familia|neta)|meus (?:filhos|pais|netos|amigos)|minhas (?:filhas|amigas))\b"
_OF = r"(?:d[eoa]s? |dum |duma |duns |d[eo] |um |uma |uns |umas )?"

LIKES = (
    tells(
        "pref",
        rf"(?:gosto|curto|adoro|amo|aprecio|venero|idolatro|odeio|detesto|abomino|aprendi a (?:amar|gostar|adorar)|comecei a (?:amar|gostar|curtir|odiar)|passei a (?:amar|gostar|odiar|adorar|detestar|curtir)|sempre (?:amei|gostei|adorei|odiei|detestei)|amei sempre|nunca (?:gostei|curti|suportei)|voltei a (?:amar|gostar|curtir)) (?:~|mesmo |nada |pouco |bem |mais |e )*(?:{_OF}(?:som |ideia d[eoa] |musicas? d[eoa] )?)(?P<rest>\w.*)",
        None,
        0.8,
        "likes",
        refuse=rf"^(?:(?:aprendi|comecei|passei|voltei|sempre|nunca) (?:a )?)?\w+ (?:~)(?:d[eoa]s? |a |o )?(?:{_POINTS}|{_KIN_DEAR}|quando|te )",
        lists=True,
    ),
    tells(
        "pref",
        r"(?:prefiro|opto|escolho|fico sempre|opto sempre|vou sempre|peco sempre|escolho sempre|voto) (?:~|sempre )*(?:por |n[oa] |com |de )?(?P<rest>\w.*)",
        None,
        0.8,
        "likes",
        refuse=r"^(?:prefiro|escolho|opto) (?:~)(?:por )?(?:nao (?:comentar|falar|responder|dizer)|a (?:primeira|segunda|terceira|opcao|outra|ultima)|o (?:primeiro|segundo|outro|ultimo)|ess[ea]|est[ea]|deixar|amanha|hoje|assim|isso|morrer)\b|^fico sempre (?:com|na)? ?(?:<FEEL>|medo|duvida)|^vou sempre (?:a|ao|na|no)\b",
    ),
    tells(
        "pref",
        r"(?:suporto|aguento|tolero|evito|dispenso|recuso|fujo de|engulo|abro mao de|troco .{3,25} por|consigo (?:nem )?(?:gostar|comer|suportar|engolir|aguentar|tomar|assistir|ver|ouvir|ficar perto|dormir)|me dou bem com|passo (?:mal|longe) (?:com|de)|corro de|tenho saco|tenho paciencia) (?:~|com |de |d[oa]s? )*(?P<rest>\w.*)",
        None,
        0.8,
        "likes",
        refuse=r"^\w+ (?:~)(?:isso|ele|ela|voce|esper\w+|tanto|essa situacao|esse|essa|porque|ate|direito|a noite|de noite)\b|^consigo (?:nem )?dormir (?!(?:com|sem)\b)",
    ),
    tells(
        "pref",
        r"<AM> (?:~|um |uma |d[oa] |grande |o maior |a maior |tipo )*(?:fa|fas|fanzao|fanzoca|apaixonad[oa]|viciad[oa]|louc[oa]|doid[oa]|chegad[oa]|ligad[oa]|entusiasta|chocolatra|cinefil[oa]|noveleir[oa]|seriador[a]?|gameir[oa]|gamer|amante|maluc[oa]|tarad[oa]|devorador[a]?|adept[oa]|fissurad[oa]|fascinad[oa]|obcecad[oa]|encantad[oa]|fanatic[oa]|devot[oa] d[eoa]|freguesa? de|formiga|formiguinha|cafezeir[oa]|cervejeir[oa]|churrasqueir[oa]|roqueir[oa]|rockeir[oa]|metaleir[oa]|pagodeir[oa]|sertanejeir[oa]|funkeir[oa]|rata? de|leitora? (?:voraz|avid[oa]|assidu[oa]|compulsiv[oa]))(?= |$) ...",
        None,
        0.8,
        "likes",
        refuse=r"\b(?:por|pel[oa]) (?:el[ea]|voce|meu|minha|um cara|uma menina|um menino)\b|^sou (?:~)(?:louc|doid|maluc)[oa]$",
    ),
    tells("pref", r"<AM> (?:~|um |uma )*(?:<TEAM>)(?= |$) ...", "team", 0.8, "likes"),
    tells(
        "pref",
        r"sou (?:~)(?:do )?(?:time|team|equipe|turma|clube|fa clube)(?: d[eoa]s?)? (?P<rest>\w.+)",
        None,
        0.75,
        "likes",
        refuse=r"\b(?:time d[oea] (?:vendas|suporte|marketing|dados|produto|ti|empresa|projeto))",
    ),
    tells(
        "pref",
        r"sou (?:muito |bem |sempre )?mais (?!(?:velh|nov|alt|baix|magr|gord|calm|feliz|tranquil|eu|timid|experiente|um|uma)\w*)(?P<rest>(?:de |d[oa] )?\w.+)",
        None,
        0.75,
        "likes",
        refuse=r"\bdo que (?:voce|ele|ela|pareco)",
    ),
    tells(
        "pref",
        r"(?:sou|nunca fui|fui) (?:~|la )*(?:de|chegad[oa] (?:a|em)|ligad[oa] (?:a|em)|adept[oa] d[eoa]|d[oa]s? que) (?:~)(?:muit[oa] |tant[oa] )?(?:festa|balada|doce|praia|esporte|futebol|sair|beber|falar|conversa|multid|aglomera|cozinhar|ler|bar|carnaval|viajar|dormir|frio|calor|gato|cachorro|rede|telefone|bebida|academia|carne|verdura|abraco|contato|acordar|frescura|luxo|cerveja|vinho|cafe|cha|salgado|shopping|mato|campo|cidade|videogame|musica|filme|serie|novela|comer|fruta|legume|tomar|fazer|chorar|gastar|reclamar|rua|igreja|bicho|crianca)\w* ?.*",
        None,
        0.75,
        "likes",
    ),
    tells(
        "pref",
        r"(?:tenho|peguei|criei|desenvolvi|sinto) (?:~|muita |um |uma |verdadeir[oa] |certa |zero |nenhum |nenhuma |pouca |grande )*(?:horror|nojo|paixao|aversao|preferencia|ranco|queda|fascinio|predilecao|antipatia|ojeriza|loucura|fraco|xodo|gosto|amor|carinho|simpatia|fixacao|obsessao|vicio|mania|paciencia|saco|estomago|interesse|tesao|adoracao|fetiche|bode|abuso|bronca|birra|implicancia|gastura|agonia)(?: (?:a|ao|as|aos|de|d[oa]s?|por|pel[oa]s?|com|em|n[oa]s?|pr[ao]|para|pra)) .+",
        None,
        0.8,
        "likes",
        refuse=rf"(?:por|com|de) {_POINTS}",
    ),
    tells(
        "pref",
        r"(?:estou|fiquei|ando|sou|virei|continuo|me) (?:~)(?:viciei|apaixonei|encantei|amarro|viciad[oa]|obcecad[oa]|apaixonad[oa]|fissurad[oa]|hiperfocad[oa]|numa (?:fase|vibe)|amando|adorando|curtindo|amarrad[oa]|fascinad[oa]|enjoad[oa]|de saco cheio|farto|farta|amarro) (?:~)(?:em|n[oa]s?|por|pel[oa]s?|com|d[eoa]s?|a|o|as|os|demais|muito)? ?\w.+",
        None,
        0.7,
        "likes",
        refuse=r"\b(?:um cara|uma menina|um menino|uma garota|alguem|el[ea]|voce|meu (?:chefe|trabalho|marido)|minha (?:chefe|vida)|conversar|nossa conversa|vida)\b",
    ),
    tells(
        "pref",
        r"(?:enjoei|cansei|enchi o saco|desencanei|desencantei|perdi o (?:gosto|interesse|tesao)|peguei (?:nojo|ranco|raiva|bode|gosto|amor)) (?:~)(?:d[eoa]s?|por|pel[oa]|com) .+",
        None,
        0.75,
        "likes",
        refuse=r"\b(?:esperar|disso|tentar|voce|dele|dela|perguntar)\b",
    ),
    tells(
        "pref",
        r"(?:acho|considero) (?P<rest>[\w' -]{2,30}? (?:~|um |uma |o |a )*(?:tedio|chat[oa]s?|delicios[oa]s?|insuportave\w+|horrive\w+|saco|sem graca|maximo|maravilhos[oa]s?|nojent[oa]s?|chatissim[oa]s?|lind[oa]s?|incrive\w+|um charme|brega|gostos[oa]s?|ruim demais|sensacional|sem sal|entediantes?|divin[oa]s?))(?= |$)",
        None,
        0.65,
        "likes",
        refuse=r"\b(?:voce|isso|el[ea]s?|esse|essa|este|esta|tudo|preco|ideia|que)\b",
    ),
    tells(
        "pref",
        r"(?:escuto|ouco|escolho|peco|leio|assisto|vejo|uso|compro) (?:~)(?:so|sempre|muit[oa]s?|apenas|bastante|mais|principalmente)\b .+|(?:escuto|ouco|curto|danco|toco) (?:~)(?:rock|samba|mpb|jazz|sertanejo|rap|funk|forro|metal|pagode|podcasts?|musica|k-?pop|punk|reggae|blues|opera|fado|bossa|indie|pop|trap|classic[oa]|gospel|axe|brega|eletronica|techno|lo-?fi|radio)(?= |$) ...|(?:escolho|sento|peco|prefiro|viajo) (?:~)(?:n[oa] )?(?:assento|janela|janelinha|corredor|lugar|frente|fundo) .*",
        None,
        0.7,
        "likes",
        refuse=r"\b(?:isso|voce|hoje|muito (?:bem|obrigad))\b",
    ),
    tells(
        "pref",
        r"(?:vivo|fico|passo|aguento ficar|aguento|funciono|durmo|saio de casa|comeco o dia|sobrevivo|sei viver) sem .+",
        None,
        0.8,
        "likes",
        refuse=r"\b(?:voce|saber|ele|ela|comer|internet (?:desde|ha))\b",
    ),
    tells(
        "pref",
        r"(?:fico|estou|vou|fui|parei|ando|vivo|sou) (?:~)(?:so |somente |apenas |mesmo )+(?:n[oa]s?|com (?:o|a|meu|minha)|de|d[oa]) .+",
        None,
        0.65,
        "likes",
        refuse=r"\b(?:espera|duvida|expectativa|passagem|olho|boa|observ\w+|casa|saudade|esperando|hoje)\b",
    ),
    tells(
        "pref",
        r"(?:tenho|consigo) (?:~)(?:preguica|dificuldade) (?:de|com|em) .+",
        None,
        0.5,
        "likes",
        refuse=r"\b(?:hoje|agora|isso|esse|essa)\b",
        loose=True,
    ),
)

_ASK = r"(?:responda|responde|responder|escreva|escreve|escrever|mande|manda|mandar|ligue|liga|ligar|fale|fala|falar|trate|trata|tratar|chame|chama|chamar|use|usa|usar|seja|explique|explica|avise|avisa|avisar|evite|evita|evitar|envie|envia|poe|ponha|coloca|coloque|deixe|deixa|mantenha|mantem|resuma|resume|marque|marca|marcar|agende|agenda|contate|contata|contacte|conversa|converse|pergunte|pergunta|lembre|lembra|corta|corte|comece|termine|inclua|formate|formata|traga|da|de|me de|diga|pule|pula|vai|va|capricha)"
_MEANS = r"(?:whatsapp|telegram|e-?mail|mail|sms|mensagem|mensagens|texto|escrito|audio|audios|ligacao|telefone|telefonema|video|chamada|instagram|signal|slack|teams|discord|direct|dm|inbox|pvt|privado|carta|voz)"
_STYLE = r"(?:em (?:ingles|portugues|espanhol|frances|topicos?|lista|bullets?|celsius|reais|euros|texto|tabela|pt|markdown|codigo|linguagem|poucas|ate|no maximo|frases|paragrafos?|passos|maiuscul\w+)|emojis?|figurinhas?|topicos?|diret[oa]s?(?: ao ponto)?|retas?|curt[oa]s?|curtinh[oa]s?|breves?|objetiv[oa]s?|concis[oa]s?|resumid[oa]s?|detalhad[oa]s?|complet[oa]s?|simples|facil|clar[oa]|formal\w*|informal\w*|educad[oa]|sincer[oa]s?|honest[oa]s?|por (?:voce|tu|senhora?|extenso)|de (?:voce|tu|senhora?|voces|forma|jeito|maneira|modo|manha|tarde|noite|noitinha|dia|tardinha)|pel[oa] (?:nome|sobrenome|apelido|manha|tarde)|antes d[aeo]s?|depois d[aeo]s?|apos|ate as?|entre|a partir|a noite|a tarde|passo a passo|sem|com (?:calma|exemplos?|carinho|sinceridade|humor|paciencia|fontes?|detalhes?|leveza|delicadeza|cuidado|antecedencia|jeito)|girias|jargao|jargoes|exemplos?|palavroes|diminutivos?|numeros|celsius|fahrenheit|quilometros|24h?|fora do|durante|nos? fi(?:m|ns) de semana|aos? (?:sabado|domingo)s?|(?:de )?(?:segunda|terca|quarta|quinta|sexta)s?|so (?:de|depois|apos|ate|com|o)|horario|frases|respostas?|mensagens curtas|maiusculas|caixa alta|<MEANS>)".replace(
    "<MEANS>", _MEANS
)

CONTACT = (
    tells(
        "pref",
        rf"^(?:por favor,? |a partir de agora,? |daqui pra frente,? |daqui em diante,? |e |entao,? |ah,? |olha,? |de preferencia,? |se for pra \w+,? |quando \w+ \w+,? |pode |podem |favor |sempre que \w+,? |pra mim,? |comigo,? )*(?P<rest>(?:nao |nunca |so |sempre |jamais |apenas |favor )*(?:me )?(?:pode )?(?:me )?{_ASK}(?:-me)?(?: (?:comigo|me|pra mim|para mim|tudo|as coisas|as? respostas?|os? \w+|a \w+|suas respostas|mensage\w+|mais|so|sempre|bem|recados?|qualquer coisa|apenas|somente|muito|de preferencia|ser|um|uns|o|tanto|tantos))* (?:n[oa] |pel[oa] |por |via |com |de |em |ao )?(?:{_STYLE}|{_MEANS})\b.*)",
        None,
        0.85,
        "communication",
        write="quer: {rest}",
        refuse=r"\b(?:hoje|amanha|agora mesmo|ess[ea] (?:email|texto|mensagem|codigo|frase|paragrafo)|est[ea]|(?:para|pra) (?:o|a|ele|ela|eles|minha|meu) \w+|isso|um (?:email|texto|e-mail) (?:pra|para|de)|arquivo|traducao|codigo|lista de|resumo d[oae])\b",
    ),
)

CONTACT_STATEMENTS = (
    tells(
        "pref",
        r"\b(?:pode me chamar|me chama|me chame|podem me chamar|pode chamar|todos me chamam|todo mundo me (?:chama|conhece|trata)|me chamam|me tratam|me conhecem|(?:prefiro|gosto|quero) que me (?:chamem|chame|tratem|trate)|gosto de ser (?:chamad[oa]|tratad[oa])|prefiro ser (?:chamad[oa]|tratad[oa])|meu (?:apelido|nick|nome social|nome artistico|nome de guerra) (?:e|sempre foi)|atendo por|me tratem|pode tratar|chama eu|(?:os |meus )?(?:amigos|colegas|familia|pessoal|galera|povo|minha familia|la em casa|no trabalho|os intimos) (?:todo )?(?:me )?(?:chamam?|conhecem?|tratam?))(?: so| apenas| mesmo| sempre| aqui)*(?: de| por| pel[oa]| como)? (?P<rest>(?!(?:volta|depois|quando|amanha|se|para|pra|no|na|mal|bem|voce|senhor|senhora|tu|hoje|so|a|o|as|os|noite|manha|as|em)\b)\w+(?: [A-Z]?\w+)?)",
        "form_of_address",
        0.9,
        "communication",
        write="prefere ser chamado de {rest}",
    ),
    tells(
        "pref",
        r"\b(?:pode |podem |por favor |favor )*(?P<rest>(?:nao )?(?:me (?:trate|trata|tratar|chame|chama|chamar)|usar?|use|uso|meus pronomes sao|pronomes?:?|prefiro) (?:so |sempre |os pronomes |pronomes? |no |o )*(?:por |pel[oa]s? |de |d[oa] )?(?:voce|senhora?|tu|ele(?:/dele)?s?|ela(?:/dela)?s?|elu(?:/delu)?|doutora?|dona|seu|masculino|feminino|neutr[oa]s?)\b.*)",
        "form_of_address",
        0.85,
        "communication",
        write="quer: {rest}",
    ),
    tells(
        "pref",
        rf"\b(?P<rest>(?:o )?(?:melhor|pior|meu) (?:melhor )?(?:horario|hora|canal|jeito|periodo|forma|meio|dia|momento|modo)(?: (?:de|pra|para|pro)(?: me| eu| mim| falar| contato| comigo| reuniao| reunioes| conversar| \w+)*)? (?:e|seria|pra mim e|para mim e|pra mim|e sempre|continua sendo|fica|sao|costuma ser) .+)",
        "contact_time",
        0.8,
        "communication",
        write="{rest}",
        refuse=r"\b(?:d[oa] mundo|para (?:voce|ele)|dia da (?:minha )?vida|qual)\b",
    ),
    tells(
        "pref",
        r"^(?P<rest>(?:nada de|sem|so|somente|apenas|zero|chega de|menos|mais|evita|dispenso|bora de|de preferencia|sempre) (?:~)(?:com |por |no |na )?(?:ligac\w+|audios?|emojis?|rodeios?|textao|telefone|telefonema|enrolacao|formalidades?|girias?|jargao|mensagem|mensagens|e-?mails?|texto|textos|whatsapp|por escrito|escrito|telegram|topicos|figurinhas?|abreviac\w+|palavroes|anglicismos?|ingles|dark mode|modo (?:escuro|claro|noturno)|respostas? \w+|resposta \w+|frases? \w+|notificac\w+|reunia?o\w*|video ?chamadas?|chamadas?|call|calls|papo furado)(?= |$).*)",
        None,
        0.75,
        "communication",
        write="quer: {rest}",
        refuse=r"\b(?:hoje|amanha|noticias|resposta ate|sem (?:resposta|mensagem) (?:d|ha|ate)|essa|esse)\b",
    ),
    tells(
        "pref",
        r"^(?P<rest>(?:respostas?|mensagens?|textos?|explicac\w+|audios?|reunia?o\w*|ligac\w+|telefonemas?|chamadas?|contato|avisos?|recados?|lembretes?|notificac\w+|consultas?|aulas?|entregas?|horario|compromissos?)(?: (?:pra|para) mim| comigo)? (?:~|e |sao |tem que ser |precisa ser |sempre |nunca |melhor )*(?:curt\w+|diret\w+|breves?|objetiv\w+|detalhad\w+|simples|por (?:escrito|e-?mail|whatsapp|mensagem|telefone|texto|video)|pel[oa] (?:manha|tarde|whatsapp|e-?mail)|de (?:manha|tarde|noite|manhazinha)|a (?:tarde|noite)|antes d|depois d|ate as?|nem pensar|jamais|nunca|em (?:topicos|portugues|ingles)|sem \w+|nao)\b.*)",
        None,
        0.8,
        "communication",
        write="prefere: {rest}",
        refuse=r"\b(?:hoje|amanha|do cliente|chegou|chegaram|foi|foram|voce)\b",
    ),
    tells(
        "pref",
        r"^(?P<rest>[\w' -]{2,30}?(?: e| sao| funciona| funcionam| fica| rola| da| me serve)? ?(?:muito )?(?:melhor(?:es)?|mais facil|mais pratico|ideal|perfeit[oa]|preferivel|otimo) (?:pra|para) (?:mim|conversar|falar|ler)\b.*)",
        None,
        0.75,
        "communication",
        write="prefere: {rest}",
        refuse=r"^(?:isso|esse|essa|qual|o que|assim|hoje|amanha)\b",
    ),
    tells(
        "pref",
        r"^(?P<rest>(?:de |a |as |no |na |aos |em )?(?:manha|tarde|noite|segundas?|tercas?|quartas?|quintas?|sextas?|sabados?|domingos?|fi(?:m|ns) de semana|almoco|horario comercial|madrugada)(?:-feiras?)?(?:,)? (?:eu )?(?:~|sempre |nunca )*(?:nao (?:posso|consigo|atendo|da|respondo|trabalho|rola|funciono)|so (?:posso|atendo|consigo|respondo)|estou (?:livre|disponivel|ocupad\w+)|e (?:sagrad|melhor|ruim|impossivel|intocavel)\w*|fico (?:livre|disponivel|off|offline))\b.*)",
        "contact_time",
        0.75,
        "communication",
        write="{rest}",
        refuse=r"\b(?:hoje|amanha|ess[ea]|proxim[oa])\b",
    ),
    tells(
        "pref",
        r"\b(?P<rest>so (?:posso|consigo|atendo|respondo|vejo (?:mensagem|mensagens|e-?mail)|leio|falo|uso (?:whatsapp|e-?mail)|olho) .*\b(?:manha|tarde|noite|almoco|depois d[aeo]s?|antes d[aeo]s?|apos|entre|fi(?:m|ns) de semana|sabado|domingo|horario|por (?:mensagem|escrito|e-?mail|texto|whatsapp)|whatsapp|e-?mail)\b.*)",
        "contact_time",
        0.8,
        "communication",
        write="{rest}",
        refuse=r"\b(?:hoje|amanha|com \w+ (?:ele|ela))\b",
    ),
    tells(
        "pref",
        r"\b(?P<rest>nao (?:atendo|leio|ouco|respondo|escuto|uso|abro|vejo|entendo) (?:~|de |em |a |mais )*(?:ligac\w+|telefone|audios?|e-?mails?|whatsapp|mensagem|mensagens|numero desconhecido|chamadas?|redes sociais|instagram|facebook|emojis?|girias|textao|jargao|celular|depois d[aeo]s?|antes d[aeo]s?|fi(?:m|ns) de semana|apos)\b.*)",
        None,
        0.8,
        "communication",
        write="{rest}",
    ),
)
