"""
What people say of themselves in Portuguese, and which ways of saying it are the same.

FRAMES are what is said of something: to like it, to fear it, to live there. THINGS are what it is said of. FILLERS say
nothing that tells two facts apart. See `lembranca.domain.equivalents` for how a table is written.
"""

# ruff: noqa: E501 - tables, an expression is easier to find in one line

from __future__ import annotations

FRAMES = {
    # denials and ends
    "~not": "não, nunca, jamais, nem, tampouco, sem",
    "~quit": """
        parou de, parou com, parou, parar de, deixou de, deixou, deixar de, largou, abandonou,
        desistiu de, desistiu do, desistiu da, desistiu, saiu da empresa, saiu do emprego, encerrou, cancelou, ex, vendeu, doou, trocou o, trocou a, trocou seu, trocou sua, perdeu o interesse, enjoou de, enjoou do, enjoou da,
        superou, era, tinha, costumava, curou se de, livrou se de, não quer mais, pediu demissão de, pediu demissão da, pediu demissão do, foi demitid* de, foi demitid* da, foi demitid* do, trancou
    """,
    "~past ~smoke": "fumava, fumou",
    "~past ~live": "morava, morou, residia, vivia em, vivia no, vivia na, viveu em, viveu no, viveu na, já morou, já viveu em",
    "~past ~work": "trabalhava, trabalhou",
    "~past ~study": "estudava, cursava",
    "~past ~like": "gostava, gostava de, adorava, amava, curtia",
    "~past ~fear": "perdeu o medo, perdeu o medo de, venceu o medo de",
    # feelings towards things
    "~like": """
        gosta, gostar, gosto, gostou, gosta de, gosta muito de, adora*, adoro, ama, amo, amar, curte, curto, curtir, aprecia, apreciar, venera, idolatra, é fã, é muito fã, fã de, fã do, fã da, superfã,
        apaixonad* por, é louc* por, louc* por, é viciad* em, viciad* em, é chegad* em, tem paixão por, paixão por, tem adoração por, é amante de, amante de, o que mais gosta é, se amarra em, é doid* por, não vive sem,
        não dispensa, não abre mão de
    """,
    "~un ~like": """
        odeia, odeio, odiar, ódio de, ódio a, tem ódio de, detesta*, detesto, abomina*, tem horror a, tem nojo de, tem aversão a, aversão a, tem ranço de, tem birra de, desgosta
    """,
    "~not ~like": "não suporta*, não aguenta*, não tolera*, não desce, não vai com a cara de, não quer nem ver",
    "~prefer": "prefere, preferir, preferiria, prefiro, quer que, gosta que, gostaria que",
    "~favourite": "favorit*, preferid*, predilet*",
    "~fear": """
        medo, tem medo, tem medo de, morre de medo, morre de medo de, pavor, tem pavor, tem pavor de, pânico de, tem pânico, tem pânico de, terror de, fobia, fobia de, tem fobia de, apavora*, aterroriza*, aterrorizad* com, assusta*,
        amedronta*, medros* com, receio de, tem receio de, teme, temor de
    """,
    "~anxious": """
        ansios*, ansiedade, nervos*, nervosismo, aflit*, angustiad*, angústia, apreensiv*, preocupad*, preocupa, preocupam, preocupação, tens*, pilha de nervos, estressad*, estresse, inquiet*
    """,
    "~angry": "irritad*, irrita*, irritou, raiva, com raiva, raivos*, furios*, zangad*, put*, bravo, brava, revoltad*, indignad*, enfurec*, enraivec*, chatead*",
    "~sad": "triste*, tristeza, deprimid*, deprê, melancólic*, abatid*, desanimad*, arrasad*, abalad*, magoad*, desolad*, de coração partido",
    "~happy": "feliz, felizes, felicidade, alegre*, alegria, content*, radiante*, animad*, empolgad*, realizad*",
    "~miss": "saudade*, tem saudade*, está com saudade*, sente falta, sente saudade*, sente falta de",
    "~proud": "orgulhos*, orgulho, tem orgulho de",
    "~ashamed": "vergonha, envergonhad*, tem vergonha de",
    "~tired": "cansad*, cansaço, exaust*, exaustão, esgotad*",
    "~lonely": "sozinh* demais, solitári*, solidão, se sente sozinh*, se sente só",
    # wishes
    "~want": """
        quer, querer, quero, gostaria de, pretende*, planeja*, planejar, tem planos de, tem plano de, plano de, planos de, sonha em, sonha com, sonho de, tem o sonho de, seu sonho é, o sonho é, sonho é, sonho, deseja*, almeja*,
        meta de, a meta é, sua meta é, meta é, meta, objetivo de, seu objetivo é, o objetivo é, objetivo é, objetivo, alvo, tem vontade de, vontade de, tem como meta, tem como objetivo, quer muito, ambiciona, próximo alvo é, o próximo alvo é, próxima meta é
    """,
    "~reached": "conseguiu, conseguir, alcançou, alcançar, atingiu, atingir, bateu, bateu a meta de, bater, realizou, realizar, realizou o sonho de, completou, completar, conquistou, conquistar, chegou a, chegou ao, chegou no, chegou na, chegar a, chegar ao, chegar no, chegar na",
    # life
    "~live": "mora*, moro, vive em, vive no, vive na, vive com, vive a, vivo em, vivendo em, vivendo no, reside, residem, residir, residindo, resido, residência em, habita, mudou se, se mudou, mudou, mudar se, mudar, mudar para, emigrar, emigrou, imigrar, morar, viver em, viver no, viver na, viver para, foi morar, veio morar, veio viver, foi viver, está morando, sua casa é em, tem casa em",
    "~work": "trabalha*, trabalho, atua, atuar, ganha a vida, ganha pão, sustento é, vive de, emprego, profissão, ofício, é contratad*, foi contratad*, emprega*, começou a trabalhar, está trabalhando, foi efetivad* na, entrou na empresa",
    "~study": "estuda*, estudo, cursa*, cursar, faz o curso de, faz curso de, faz faculdade de, faz faculdade, faz graduação em, curso de, faculdade de, graduação em, está no curso de, é estudante de, estudante de, é alun* de, entrou em, entrou no curso de, matriculou se em",
    "~teach": "dá aula*, dá aula de, dá aulas de, leciona*, ensina, ensinar, é professor* de, professor* de",
    "~speak": "fala*, falar, falante de, é fluente em, fluente em, se vira em, domina o idioma",
    "~eat": "come, comer, comem, consome, consumir, ingere, se alimenta de, almoça, janta",
    "~drink": "bebe, beber, toma, tomar",
    "~smoke": "fuma*, fumar, é fumante, fumante, cigarro, tabag*",
    "~allergy": "alérgic* a, alérgic* ao, alérgic*, alergia*, tem alergia a, tem alergia, intoleran*, é intolerante a, tem intolerância a",
    "~name": "se chama, nome é, seu nome é, o nome é, meu nome é, chama se, nome",
    "~nick": "apelido, prefere ser chamad* de, quer ser chamad* de, atende por, gosta de ser chamad* de",
    "~anniversary": "aniversário de casamento, bodas",
    "~birthday": "faz aniversário, aniversário, aniversário é, aniversaria, seu aniversário é, data de nascimento",
    "~born": "nasceu, nascid*, natural de",
    "~from": "é de, é do, é da, vem de, vem do, vem da, veio de, veio do, veio da, é natural de, origem, é natural do, é natural da",
    "~weigh": "pesa, pesar, está pesando, peso é, seu peso é, desceu para, baixou para",
    "~height": "mede,  altura é, sua altura é, m de altura, metro de altura, metros de altura, cm de altura",
    "~wake": "levanta às, levanta, se levanta, acorda às, acorda, desperta, está de pé, fica de pé, pula da cama, sai da cama, madruga",
    "~sleep": "dorme, vai dormir, deita, se deita, vai para a cama",
    "~support": "torce para o, torce pelo, torce pro, torce para, torce pela, torce, torcedor* do, torcedor* da, é torcedor* do, é torcedor* da, seu time é, time do coração é, o time é",
    "~play": "joga, jogar, jogador* de, toca, tocar",
    # how it stands with somebody
    "~status ~married": "casad*, casou se, casou, se casou, tem marido, tem esposa, marido, esposa, casamento com",
    "~status ~dating": "namora, namorando, começou a namorar, está namorando, tem namorad*, namorad*, está saindo com, está ficando com, relacionamento com",
    "~status ~engaged": "noiv*, noivou, ficou noiv*",
    "~status ~single": "solteir*",
    "~status ~divorced": "divorciad*, divorciou se, se divorciou, separad*, separou se, se separou, desquitad*",
    "~status ~widowed": "viúv*, enviuvou",
    "~unemployed": "desempregad*, sem emprego, sem trabalho, procurando emprego, em busca de emprego",
    "~retired": "aposentad*, aposentou se, se aposentou",
    "~pregnant": "grávid*, gestante, gestação, gravidez, engravidou, esperando um bebê, esperando bebê",
    "~instead": "em vez disso, no lugar disso, mudança de planos",
    "~also": "também, mais um, mais uma, outro, outra, além disso, segundo filho, segunda filha, outra meta",
    "~taken_back": "retira o que disse, retira o que falou, retira o que disse sobre, retira o que falou sobre, retira, retirou, desdisse, desdiz, pede para apagar, pede para esquecer, volta atrás sobre",
}

THINGS = {
    "~un ~eat ~meat": "é vegetarian*, virou vegetarian*, se tornou vegetarian*, vegetarian*, vegetarianismo, segue dieta vegetariana",
    "~un ~eat ~animal": "é vegan*, virou vegan*, se tornou vegan*, vegan*, veganismo, segue dieta vegana",
    "~un ~drink": "abstêmi*",
    "~drink": "bebe álcool, bebe nada de álcool, bebe nada alcoólico, bebe bebida alcoólica, bebe bebidas alcoólicas, toma álcool, toma bebida alcoólica, consome álcool, álcool",
    "~un ~smoke": "não fumante",
    "~meat": "carne vermelha ou branca, carne, carnes, bicho, bichos",
    "~animal": "origem animal, de origem animal, produto animal, produtos animais, derivados de animais, produtos de origem animal, nada animal",
    "~gluten": "glúten",
    "~allergy gluten": "celíac*, doença celíaca",
    "~allergy lactose": "intolerante à lactose, intolerância à lactose",
    "~work software": """
        programador*, desenvolvedor* de software, desenvolvedor* de sistemas, desenvolvedor*, desenvolve software, desenvolver software, desenvolvimento de software, programação, dev, engenheir* de software, faz software, escreve código,
        programar computador*, programa computador*
    """,
    "~teacher": "professor, professora, professores, docente, educador*",
    "~lawyer": "advogad*, advocacia, advoga",
    "~nurse": "enfermeir*, enfermagem",
    "~doctor": "médic*, medicina",
    "~driver": "motorista*, chofer, motora",
    "~weightloss": "emagrecer, emagrece, emagreceu, perder peso, perde peso, eliminar peso, secar",
    "~weightloss # ~kg": """
        perder # kg, perder # quilos, perder # kilos, perde # quilos, perdeu # quilos, perdeu # kg, eliminar # quilos, eliminar # kg, eliminou # quilos, emagrecer # kg, emagrecer # quilos, emagreceu # quilos, emagreceu # kg, secar # quilos
    """,
    "~kg": "kg, kgs, quilo*, kilo*",
    "~km": "km, kms, quilômetro*, kilômetro*",
    "~child": "filhos, crianças, criança",
    "~son": "filho, filhinho*, filhão, menino, meninos, guri",
    "~daughter": "filha, filhas, filhinha*, menina, meninas, guria",
    "~sibling": "irmãos",
    "~brother": "irmão, mano, irmãozinho",
    "~sister": "irmã, irmãs, mana, irmãzinha",
    "~mother": "mãe, mamãe, mãezinha",
    "~father": "pai, papai, paizinho, paizão",
    "~parents": "pais",
    "~grandmother": "grandmother, vovó",
    "~grandfather": "avô, vovô",
    "~spouse": "cônjuge",
    "~dog": "cachorr*, cão, cães, cãozinho, doguinho, dogão, catioro, vira lata, vira latas",
    "~cat": "gato, gata, gatos, gatas, gatinh*, bichan*, felin*",
    "~car": "carro, carros, automóvel, carango",
    "~bike": "bicicleta*, bike*",
    "~flat": "apartamento*, apê, apto, kitnet*, flat",
    "~short": "curt*, breve*, suscint*, sucint*, concis*, enxut*, objetiv*, resumid*, diret* ao ponto",
    "~long": "long*, detalhad*, compri*, extens*",
    "~answer": "resposta*, responda, responder, respostas do assistente, mensagens suas",
    "~answer ~short": "seja breve, seja sucint*, seja objetiv*, seja concis*, vá direto ao ponto, responda curto",
    "~morning": "manhã, manhãs, matina, pela manhã, de manhã",
    "~afternoon": "tarde, tardes, à tarde, de tarde",
    "~night": "noite, noites, à noite, de noite, noturn*",
    "~meeting": "reunião, reuniões, call, calls, videochamada*",
    "~notice": "avis*, notifi*, contat*, lembrete*, contato, mensagem, mensagens, falar comigo",
    "~email": "e mail, e mails, email*, correio eletrônico",
    "~telegram": "telegram",
    "~whatsapp": "whatsapp, whats, zap, zapzap, wpp",
    "~sms": "sms, torpedo",
    "~phone": "telefone, ligação, ligações, telefonema, por telefone",
    "~like rock": "roqueir*",
    "~like samba": "sambista*",
    "~coffee": "café, cafezinho, cafés",
    "são paulo": "capital paulista, sampa, são paulo sp, paulistano, paulistana, cidade de são paulo",
    "rio janeiro": "rio, rj, capital fluminense, rio de janeiro, cidade maravilhosa, carioca",
    "belo horizonte": "bh, capital mineira, belô",
    "porto alegre": "poa, capital gaúcha, porto alegre",
    "salvador": "capital baiana",
    "recife": "capital pernambucana",
    "fortaleza": "capital cearense",
    "curitiba": "capital paranaense",
    "florianópolis": "floripa",
    "brasília": "bsb, capital federal",
    "eua": "estados unidos, usa",
    "~noise": "barulho*, barulheira, ruído*",
    "agulha": "injeç*, agulhad*",
    "~faith católica": "católic*",
    "~faith evangélica": "evangélic*, protestante*",
    "~faith espírita": "espírit*, kardecista*",
    "~faith umbandista": "umband*",
    "~faith candomblecista": "candombl*",
    "~faith judia": "judeu, judia, judaic*",
    "~faith muçulmana": "muçulman*, islâmic*",
    "~faith budista": "budist*",
    "~faith ateia": "ateu, ateia, agnóstic*",
    "~exam": "prova, provas, exame, exames",
    "ler": "leu, lê, leitura, ler livros, lê livros",
    "correr": "corrida, corridas, fazer corrida",
    "nadar": "natação",
    "pedalar": "ciclismo, andar de bicicleta, andar de bike",
    "cozinhar": "culinária, gastronomia, fazer comida",
    "viajar": "viagem, viagens",
    "academia": "faz academia, malha na academia, malhar, malha, musculação, malhação",
}

COUNTRIES = """
    brasil, portugal, angola, moçambique, argentina, uruguai, paraguai, chile, bolívia, peru, colômbia, venezuela, méxico, canadá, eua, estados unidos, espanha, frança, itália, alemanha, inglaterra, irlanda, escócia,
    holanda, bélgica, suíça, áustria, suécia, noruega, dinamarca, finlândia, polônia, grécia, turquia, japão, china, coreia, índia, austrália, nova zelândia, israel, egito, rússia
"""

LIGHT = "ouvir, ouve, escutar, escuta, assistir, assiste, ver, vê, fazer, faz, praticar, pratica, comer, come, beber, bebe, tomar, toma, usar, jogar, joga, ir, andar"

FILLERS = """
    muito, muita, muitos, muitas, demais, bastante, bem, pouco, tanto, tão, super, mega, hiper, extremamente, totalmente, completamente, assumid*, convict*, de verdade, mesmo, mesma, pra caramba, pra valer, mais,
    hoje, ontem, amanhã, agora, atualmente, sempre, ainda, já, todo dia, todos os dias, diariamente, geralmente, normalmente, costuma, costumo, às vezes, de vez em quando, de novo, novamente, outra vez, na vida, do mundo,
    esta semana, essa semana, semana passada, mês passado, ano passado, recentemente, finalmente, enfim, desde sempre, desde pequen*, desde criança, também, tb, aqui, lá, ali, por aqui, por lá, pertinho, na verdade, aliás,
    é, ser, sou, são, foi, está, estar, estou, ficou, fica, ficar, anda, tem, ter, tenho, há, possui, possuo, virou, virar, se tornou, tornou se, tornar se, se, seu, sua, seus, suas, si, o, a, os, as, um, uma, uns, umas,
    de, do, da, dos, das, em, no, na, nos, nas, por, pelo, pela, para, pra, pro, com, que, e, ou, ao, aos, à, às, num, numa, como, quando, isso, esse, essa, coisa, coisas, algo, grave*, sever*, forte, leve, leves,
    chamad*, chama, que se chama, cujo nome é, de nome, quer dizer, favor, por favor, né, viu, minha, meu, minhas, meus, eu, me, comigo, causa, por causa de, por causa da, por causa do, relação, em relação a, respeito, quanto a,
    idade, qualquer, nada, nenhum, nenhuma, nada de, nenhum tipo de, tipo de, anim* de estimação, de estimação, tendo, sendo, começou, começou a, passou a, continua, segue, cidade de, na cidade de, cidade, começar, só, somente, apenas, consegue, consigo, deixa, deixam, deixou, deixando, faz ficar, fazem ficar, e pronto, e ponto, e ponto final, fluente, fluentemente, básico
"""
