"""Portuguese verbs in the first person, as they are typed without accents, and the third person of each."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

_REGULAR_AR = """
adorar amar ansiar adotar alugar almocar andar acordar abandonar atuar apresentar aposentar assinar bater batizar caminhar cantar casar chamar colecionar comecar comprar cortar costumar
cozinhar criar cuidar cursar curtar dancar deixar detestar dedicar desenhar desmaiar economizar emigrar engravidar ensinar entrar estudar esperar evitar
falar ficar focar formar fumar ganhar gostar guardar herdar iniciar juntar jantar jogar largar lecionar levantar lutar machucar malhar marcar matricular meditar morar mudar
nadar namorar operar parar participar passar pedalar perdoar pescar pintar planejar praticar precisar programar publicar quebrar recuperar remar reprovar separar sonhar
surfar tentar terminar tocar tomar trabalhar trancar treinar trocar usar viajar voltar votar acabar arrumar alcancar assumir_ tirar realizar noivar divorciar superar
preocupar estressar irritar emocionar apaixonar acostumar considerar identificar orgulhar arrepender_ dar_ apavorar assustar virar cancelar fechar montar lancar frequentar
escalar dublar velejar patinar bordar tricotar fotografar gravar editar costurar jejuar rezar congregar migrar chegar faturar administrar gerenciar coordenar liderar conquistar chorar pretender_
fraturar torcar_ contar_ desmarcar emagrecar_ ministrar dirigir_ priorizar respeitar completar acumular pegar dispensar abominar suportar aguentar pagar sustentar plantar cultivar quitar financiar reformar abdicar
"""
_REGULAR_ER_IR = """
aprender beber comer correr escrever morrer nascer pretender receber resolver sofrer vender viver defender crescer merecer adoecer emagrecer engordar_ torcer conhecer depender
abrir assistir decidir desistir dividir partir residir reunir sentir_ assumir concluir descobrir sair_ cair_ permitir garantir conseguir_ dormir_ preferir_ vestir_ dirigir surgir
"""
IRREGULAR = {
    "sou",
    "estou",
    "tenho",
    "vou",
    "fui",
    "quero",
    "faco",
    "prefiro",
    "sinto",
    "durmo",
    "consegui",
}
THIRD: dict[str, str] = {
    "sou": "é", "era": "era", "fui": "foi", "serei": "será", "estou": "está", "to": "está", "tou": "está", "tô": "está", "estive": "esteve", "tenho": "tem", "tive": "teve", "terei": "terá",
    "vou": "vai", "irei": "irá", "quero": "quer", "queria": "queria", "faco": "faz", "fiz": "fez", "farei": "fará", "prefiro": "prefere", "sinto": "sente", "senti": "sentiu", "durmo": "dorme",
    "quis": "quis", "consegui": "conseguiu", "enjoei": "enjoou", "curei": "curou", "piso": "pisa", "presto": "presta", "prestei": "prestou", "conserto": "conserta", "restauro": "restaura", "apresento": "apresenta", "produzo": "produz", "assino": "assina", "assinei": "assinou", "aposento": "aposenta", "reparo": "repara", "crocheto": "crocheta", "cresco": "cresce", "envio": "envia", "vigio": "vigia", "atendo": "atende", "entrego": "entrega", "represento": "representa", "componho": "compõe", "traduzo": "traduz", "opero": "opera", "considero": "considera", "sento": "senta", "escolho": "escolhe", "desfiz": "desfez", "afastei": "afastou", "cancelei": "cancelou", "bato": "bate", "penso": "pensa", "pensei": "pensou", "consigo": "consegue", "odeio": "odeia", "leio": "lê", "vejo": "vê", "li": "leu", "vi": "viu", "ouco": "ouve", "escuto": "escuta", "escutei": "escutou", "perco": "perde", "perdi": "perdeu",
    "posso": "pode", "pude": "pôde", "sei": "sabe", "saio": "sai", "sai": "saiu", "caio": "cai", "cai": "caiu", "venho": "vem", "vim": "veio", "dou": "dá", "dei": "deu", "digo": "diz", "trago": "traz", "trouxe": "trouxe",
    "peco": "pede", "pedi": "pediu", "visto": "veste", "minto": "mente", "sirvo": "serve", "sigo": "segue", "ponho": "põe", "pus": "pôs", "fico": "fica", "fiquei": "ficou", "toco": "toca", "toquei": "tocou",
    "pratico": "pratica", "pratiquei": "praticou", "publico": "publica", "publiquei": "publicou", "larguei": "largou", "largo": "larga", "comecei": "começou", "comeco": "começa", "cacei": "caçou", "danco": "dança",
    "dancei": "dançou", "almoco": "almoça", "cheguei": "chegou", "chego": "chega", "joguei": "jogou", "jogo": "joga", "entreguei": "entregou", "peguei": "pegou", "aluguei": "alugou", "sequei": "secou",
    "troquei": "trocou", "tranquei": "trancou", "marquei": "marcou", "foquei": "focou", "machuquei": "machucou", "pesquei": "pescou", "lancei": "lançou", "lanco": "lança", "identifico": "identifica", "dedico": "dedica",
    "dediquei": "dedicou", "arrependi": "arrependeu", "arrependo": "arrepende", "dirijo": "dirige", "torço": "torce", "torco": "torce", "conheco": "conhece", "conheci": "conheceu", "cresci": "cresceu", "emagreci": "emagreceu",
    "engordei": "engordou", "assumi": "assumiu", "moro": "mora", "reuni": "reuniu", "curto": "curte", "curti": "curtiu", "corto": "corta", "sofro": "sofre", "sofri": "sofreu", "cumpri": "cumpriu", "tava": "estava",
    "estava": "estava", "estudava": "estudava", "morava": "morava", "trabalhava": "trabalhava", "fumava": "fumava", "tinha": "tinha", "nasci": "nasceu", "morro": "morre", "como": "come", "comi": "comeu", "bebi": "bebeu",
    "temo": "teme", "namoro": "namora", "mereco": "merece", "ando": "anda", "passei": "passou", "passo": "passa", "pago": "paga", "paguei": "pagou", "abro": "abre", "abri": "abriu", "divirto": "diverte", "visitei": "visitou",
    "fugi": "fugiu", "vendo": "vende", "vendi": "vendeu", "parto": "parte", "conclui": "concluiu", "pretendia": "pretendia", "planejava": "planejava", "precisei": "precisou", "abomino": "abomina", "viro": "vira", "virei": "virou",
    "completo": "completa", "acompanho": "acompanha", "mexo": "mexe", "lido": "lida", "escrevi": "escreveu", "caminhei": "caminhou", "mudarei": "mudará", "casarei": "casará", "sobrevivi": "sobreviveu", "superei": "superou", "ouvi": "ouviu",
    "votei": "votou", "subi": "subiu", "desci": "desceu", "perdoei": "perdoou", "adquiri": "adquiriu", "retomei": "retomou", "voltei": "voltou", "volto": "volta", "dormi": "dormiu", "detesto": "detesta", "meço": "mede", "meco": "mede", "peso": "pesa",
    "calço": "calça", "calco": "calça", "acredito": "acredita", "acordo": "acorda", "levanto": "levanta", "aposentei": "aposentou", "pareço": "parece", "janto": "janta", "recuso": "recusa", "apanho": "apanha", "torci": "torceu",
    "investi": "investiu", "invisto": "investe", "cerro": "cerra", "rompi": "rompeu", "bati": "bateu", "desisti": "desistiu", "desmaiei": "desmaiou", "sonho": "sonha",
}  # fmt: skip
for _verb in _REGULAR_AR.split():
    if not _verb.endswith("_"):
        _stem = _verb[:-2]
        THIRD.setdefault(f"{_stem}o", f"{_stem}a")
        THIRD.setdefault(f"{_stem}ei", f"{_stem}ou")
for _verb in _REGULAR_ER_IR.split():
    if not _verb.endswith("_"):
        _stem = _verb[:-2]
        THIRD.setdefault(f"{_stem}o", f"{_stem}e")
        THIRD.setdefault(f"{_stem}i", f"{_stem}eu" if _verb.endswith("er") else f"{_stem}iu")
