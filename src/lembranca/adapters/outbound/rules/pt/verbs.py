"""
Portuguese verbs as people type them: the forms of the first person, and what each becomes in the third.

All keys are without accents, since text is held against them so; the third persons are written properly.
"""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lembranca.domain.levelling import level


def named(words: str) -> frozenset[str]:
    """Give the words that *words* names, apart by spaces."""
    return frozenset(words.split())


_AR = """
abandonar abdicar abraçar acabar acampar aceitar acertar achar acompanhar acordar acostumar acreditar acumular administrar adorar adotar afastar agendar aguardar aguentar ajudar alcançar almejar almoçar alternar alugar amamentar amar andar animar anotar ansiar apaixonar apanhar aparentar
apavorar apelidar aposentar apostar apreciar aprovar arranhar arranjar arrasar arrumar assinar assustar atrasar atravessar atuar aumentar avisar bancar batalhar batizar bloquear bordar botar brigar buscar calçar caminhar cancelar candidatar cansar cantar capotar carregar casar chamar chegar chorar citar cobrar
coçar colaborar colar colecionar colocar começar comemorar comentar completar comprar comprometer_ compartilhar comunicar confessar confirmar congregar conquistar conseguir_ consertar considerar consultar contar continuar contratar conversar coordenar cortar costumar costurar cozinhar criar cuidar culpar curar cursar curtar_
custar dançar declarar decorar dedicar deitar deixar demorar desabafar desanimar desativar descansar descobrir_ desejar desempenhar desenhar deslocar desmaiar desmarcar despachar desperdiçar detestar devorar dispensar divorciar dobrar doar dominar dublar economizar editar efetivar embarcar emigrar
empacotar emprestar encarar encerrar encontrar enfrentar engatar engravidar engordar enjoar enrolar ensaiar ensinar entrar entregar envergonhar enviar enxergar escalar escapar escutar esperar estranhar esquiar estagiar estrear estressar estudar evitar exagerar experimentar explicar fabricar falar faltar faturar fechar
ficar filmar financiar focar formar fotografar fraturar frequentar frustrar fumar ganhar garimpar gastar gerenciar gostar gravar grelhar guardar habituar herdar hospedar idolatrar imigrar importar inaugurar iniciar instalar interessar irritar jantar jejuar jogar juntar jurar lançar largar lavar lecionar lembrar levantar levar ligar liderar limpar
lutar machucar madrugar malhar mandar marcar matricular medicar meditar melhorar mencionar migrar misturar moderar monitorar montar morar mudar nadar namorar naturalizar necessitar negociar noivar notar odiar_ operar optar orar organizar orgulhar pagar palestrar parar participar passar passear patinar pausar pecar pedalar pegar peneirar pensar perdoar perguntar pescar pesquisar pilotar
pintar pisar planejar planear plantar poupar praticar precisar preocupar preparar prezar priorizar processar procrastinar procurar programar publicar pular quebrar queimar quitar raspar realizar receitar reatar reciclar recomendar recuperar recusar reformar registrar regar relaxar remar renovar reparar repousar reprovar resgatar respeitar restaurar retomar rezar roubar
separar sequestrar solicitar sonhar superar suportar surfar suspeitar sustentar tatuar tentar terminar testar tirar tocar tolerar tomar torrar trabalhar trancar tratar treinar tricotar trocar urinar usar vacinar valorizar velejar venerar viajar vigiar virar visitar voltar voluntariar votar abominar acalmar adiantar agradar arriscar apagar bancar cadastrar chutar comprar cultivar declamar desabar descartar despertar distanciar empolgar encaixar encomendar esforçar esgotar faxinar forçar gerar investigar largar lesionar magoar operar pastorear pular reclamar refogar roncar soltar suar torturar trampar transitar velar zerar zelar amarrar pirar babar implicar folgar enterrar sepultar celebrar torrar obrigar soprar levar atropelar recordar emprestar
apresentar assar atacar capinar cavalgar cicatrizar colher_ coreografar desenvolver_ emagrecer_ estofar graduar identificar improvisar integrar lixar mediar mergulhar militar mixar mochilar moldar peregrinar pedir_ pernoitar prefaciar rodar sambar saltar tosar transplantar tripular ultrapassar velejar
"""
_ER = """
aparecer adoecer aborrecer acontecer agradecer amanhecer amadurecer amolecer aprender arrepender atender beber bater combater comer comprometer compreender conceder conhecer converter correr corresponder cozer crescer debater defender depender descer desconhecer descrever desenvolver desistir_ dever doer_ eleger emagrecer emudecer encher encolher enlouquecer enriquecer entender entristecer envelhecer
escolher esconder escrever esquecer estabelecer estender exercer favorecer fornecer gemer inscrever interromper lamber mexer merecer meter morrer mover nascer obedecer oferecer padecer parecer pertencer pretender prometer proteger reaver_ receber recolher recorrer render resolver responder rever_ romper socorrer sofrer surpreender temer tecer torcer transcrever varrer vencer vender viver colher promover percorrer reconhecer permanecer rejuvenescer tremer amortecer derreter
"""
_IR = """
abolir abrir admitir adquirir agir aplaudir aposentir_ assistir assumir atingir atribuir concluir construir contribuir corrigir curtir decidir demitir descobrir desistir despedir_ dirigir discutir dividir evoluir exigir existir fingir fugir_ garantir iludir imprimir insistir instituir investir_ invadir nutrir omitir partir permitir produzir_ proibir reagir redigir repartir residir resistir reunir sair_ substituir sucumbir surgir transmitir unir usufruir diminuir incluir interagir emitir assistir sumir_ subir_ cumprir
"""
# infinitive: present, past, imperfect, gerund (I); present, past (he, she); present, past (we)
_IRREGULAR = """
ser: sou fui era sendo; é foi; somos fomos
estar: estou estive estava estando; está esteve; estamos estivemos
ter: tenho tive tinha tendo; tem teve; temos tivemos
ir: vou fui ia indo; vai foi; vamos fomos
vir: venho vim vinha vindo; vem veio; vimos viemos
fazer: faço fiz fazia fazendo; faz fez; fazemos fizemos
refazer: refaço refiz refazia refazendo; refaz refez; refazemos refizemos
desfazer: desfaço desfiz desfazia desfazendo; desfaz desfez; desfazemos desfizemos
querer: quero quis queria querendo; quer quis; queremos quisemos
poder: posso pude podia podendo; pode pôde; podemos pudemos
saber: sei soube sabia sabendo; sabe soube; sabemos soubemos
dar: dou dei dava dando; dá deu; damos demos
dizer: digo disse dizia dizendo; diz disse; dizemos dissemos
trazer: trago trouxe trazia trazendo; traz trouxe; trazemos trouxemos
ver: vejo vi via vendo; vê viu; vemos vimos
ler: leio li lia lendo; lê leu; lemos lemos
crer: creio cri cria crendo; crê creu; cremos cremos
pôr: ponho pus punha pondo; põe pôs; pomos pusemos
compor: componho compus compunha compondo; compõe compôs; compomos compusemos
propor: proponho propus propunha propondo; propõe propôs; propomos propusemos
perder: perco perdi perdia perdendo; perde perdeu; perdemos perdemos
valer: valho vali valia valendo; vale valeu; valemos valemos
caber: caibo coube cabia cabendo; cabe coube; cabemos coubemos
ouvir: ouço ouvi ouvia ouvindo; ouve ouviu; ouvimos ouvimos
pedir: peço pedi pedia pedindo; pede pediu; pedimos pedimos
despedir: despeço despedi despedia despedindo; despede despediu; despedimos despedimos
medir: meço medi media medindo; mede mediu; medimos medimos
dormir: durmo dormi dormia dormindo; dorme dormiu; dormimos dormimos
cobrir: cubro cobri cobria cobrindo; cobre cobriu; cobrimos cobrimos
descobrir: descubro descobri descobria descobrindo; descobre descobriu; descobrimos descobrimos
tossir: tusso tossi tossia tossindo; tosse tossiu; tossimos tossimos
engolir: engulo engoli engolia engolindo; engole engoliu; engolimos engolimos
fugir: fujo fugi fugia fugindo; foge fugiu; fugimos fugimos
subir: subo subi subia subindo; sobe subiu; subimos subimos
sumir: sumo sumi sumia sumindo; some sumiu; sumimos sumimos
consumir: consumo consumi consumia consumindo; consome consumiu; consumimos consumimos
sentir: sinto senti sentia sentindo; sente sentiu; sentimos sentimos
mentir: minto menti mentia mentindo; mente mentiu; mentimos mentimos
preferir: prefiro preferi preferia preferindo; prefere preferiu; preferimos preferimos
sugerir: sugiro sugeri sugeria sugerindo; sugere sugeriu; sugerimos sugerimos
aderir: adiro aderi aderia aderindo; adere aderiu; aderimos aderimos
ferir: firo feri feria ferindo; fere feriu; ferimos ferimos
vestir: visto vesti vestia vestindo; veste vestiu; vestimos vestimos
investir: invisto investi investia investindo; investe investiu; investimos investimos
divertir: divirto diverti divertia divertindo; diverte divertiu; divertimos divertimos
construir: construo construí construía construindo; constrói construiu; construímos construímos
servir: sirvo servi servia servindo; serve serviu; servimos servimos
seguir: sigo segui seguia seguindo; segue seguiu; seguimos seguimos
conseguir: consigo consegui conseguia conseguindo; consegue conseguiu; conseguimos conseguimos
competir: compito competi competia competindo; compete competiu; competimos competimos
repetir: repito repeti repetia repetindo; repete repetiu; repetimos repetimos
sair: saio saí saía saindo; sai saiu; saímos saímos
cair: caio caí caía caindo; cai caiu; caímos caímos
trair: traio traí traía traindo; trai traiu; traímos traímos
rir: rio ri ria rindo; ri riu; rimos rimos
odiar: odeio odiei odiava odiando; odeia odiou; odiamos odiamos
ansiar: anseio ansiei ansiava ansiando; anseia ansiou; ansiamos ansiamos
passear: passeio passeei passeava passeando; passeia passeou; passeamos passeamos
estrear: estreio estreei estreava estreando; estreia estreou; estreamos estreamos
bloquear: bloqueio bloqueei bloqueava bloqueando; bloqueia bloqueou; bloqueamos bloqueamos
planear: planeio planeei planeava planeando; planeia planeou; planeamos planeamos
traduzir: traduzo traduzi traduzia traduzindo; traduz traduziu; traduzimos traduzimos
produzir: produzo produzi produzia produzindo; produz produziu; produzimos produzimos
conduzir: conduzo conduzi conduzia conduzindo; conduz conduziu; conduzimos conduzimos
manter: mantenho mantive mantinha mantendo; mantém manteve; mantemos mantivemos
obter: obtenho obtive obtinha obtendo; obtém obteve; obtemos obtivemos
conviver: convivo convivi convivia convivendo; convive conviveu; convivemos convivemos
sobreviver: sobrevivo sobrevivi sobrevivia sobrevivendo; sobrevive sobreviveu; sobrevivemos sobrevivemos
"""
# Of -ar verbs "we" says the same for now and then; these are said of now.
_LASTING = frozenset(
    [
        "adorar",
        "amar",
        "andar",
        "costumar",
        "criar",
        "curtir",
        "cuidar",
        "esperar",
        "estudar",
        "frequentar",
        "gostar",
        "jogar",
        "morar",
        "namorar",
        "planejar",
        "precisar",
        "procurar",
        "tentar",
        "torcer",
        "trabalhar",
        "treinar",
        "usar",
        "viajar",
        "sonhar",
        "detestar",
        "pensar",
        "tocar",
    ]
)
_SHORT = {"to": "está", "tou": "está", "tava": "estava", "tinha": "tinha", "tô": "está"}
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Verb:
    """The forms of one verb, with their accents; *i*, *he* and *we* are present and past."""

    infinitive: str
    i: tuple[str, str]
    imperfect: str
    gerund: str
    he: tuple[str, str]
    we: tuple[str, str]


def _regular(infinitive: str) -> Verb:
    stem, ending = infinitive[:-2], infinitive[-2:]
    if ending == "ar":
        soft = _softened(stem)
        return Verb(
            infinitive,
            (f"{stem}o", f"{soft}ei"),
            f"{stem}ava",
            f"{stem}ando",
            (f"{stem}a", f"{stem}ou"),
            (f"{stem}amos", f"{stem}amos"),
        )
    hard = _hardened(stem)
    if ending == "er":
        return Verb(
            infinitive,
            (f"{hard}o", f"{stem}i"),
            f"{stem}ia",
            f"{stem}endo",
            (f"{stem}e", f"{stem}eu"),
            (f"{stem}emos", f"{stem}emos"),
        )
    he = f"{stem}i" if stem[-1] in _VOWELS and not stem.endswith("gu") else f"{stem}e"
    return Verb(
        infinitive,
        (f"{hard}o", f"{stem}i"),
        f"{stem}ia",
        f"{stem}indo",
        (he, f"{stem}iu"),
        (f"{stem}imos", f"{stem}imos"),
    )


def _softened(stem: str) -> str:
    for end, written in (("c", "qu"), ("g", "gu"), ("ç", "c")):
        if stem.endswith(end):
            return stem[:-1] + written
    return stem


def _hardened(stem: str) -> str:
    for end, written in (("gu", "g"), ("c", "ç"), ("g", "j")):
        if stem.endswith(end):
            return stem[: -len(end)] + written
    return stem


def _irregular(line: str) -> Verb:
    infinitive, _, forms = line.partition(": ")
    own, he, we = (part.split() for part in forms.split("; "))
    return Verb(infinitive, (own[0], own[1]), own[2], own[3], (he[0], he[1]), (we[0], we[1]))


def _verbs() -> dict[str, Verb]:
    found = {}
    for table in (_AR, _ER, _IR):
        for infinitive in table.split():
            if not infinitive.endswith("_"):
                found[level(infinitive)] = _regular(infinitive)
    for line in _IRREGULAR.strip().splitlines():
        verb = _irregular(line)
        found[level(verb.infinitive)] = verb
    return found


VERBS = _verbs()
THIRD: dict[str, str] = {}
FROM_WE: dict[str, str] = {}
FROM_HE: dict[str, str] = {}
for _verb in VERBS.values():
    for _tense in (0, 1):
        THIRD.setdefault(level(_verb.i[_tense]), _verb.he[_tense])
        FROM_HE.setdefault(level(_verb.he[_tense]), _verb.i[_tense])
    _then = 0 if _verb.infinitive in _LASTING or level(_verb.we[0]) != level(_verb.we[1]) else 1
    FROM_WE.setdefault(level(_verb.we[_then]), _verb.i[_then])
    FROM_WE.setdefault(level(_verb.we[1 - _then]), _verb.i[1 - _then])
PAST = frozenset(level(verb.i[1]) for verb in VERBS.values())
IMPERFECT = {level(verb.imperfect): verb.imperfect for verb in VERBS.values()}
THIRD |= {
    "to": "está",
    "tou": "está",
    "tava": "estava",
    "serei": "será",
    "terei": "terá",
    "irei": "irá",
    "farei": "fará",
    "vivo": "vive",
    "fui": "foi",
}
for _said, _proper in IMPERFECT.items():
    THIRD.setdefault(_said, _proper)


@cache
def forms(infinitives: str, tense: str) -> str:
    """
    Give alternatives of a pattern for the verbs in *infinitives*.

    *tense* has the letters of what is wanted: `n` now (with "estou ...ndo", "comecei a ...", "voltei a ..."), `p` past,
    `w` was (imperfect), `i` infinitive.
    """
    verbs = [VERBS[level(infinitive)] for infinitive in infinitives.split()]
    infinitive = "|".join(level(verb.infinitive) for verb in verbs)
    parts = []
    if "n" in tense:
        gerund = "|".join(level(verb.gerund) for verb in verbs)
        parts += [level(verb.i[0]) for verb in verbs]
        parts.append(
            rf"(?:estou|to|tou|ando|vivo|sigo|continuo|fico|venho|fui|vim|tenho estado) (?:sempre )?(?:{gerund})"
        )
        parts.append(
            rf"(?:comecei a|voltei a|passei a|costumo|acabei de comecar a|continuo a|vim|fui) (?:sempre )?(?:{infinitive})"
        )
    if "p" in tense:
        parts += [level(verb.i[1]) for verb in verbs]
        parts.append(rf"acabei de (?:{infinitive})")
        parts.append(rf"acabo de (?:{infinitive})")
    if "w" in tense:
        parts += [level(verb.imperfect) for verb in verbs]
    if "i" in tense:
        parts.append(infinitive)
    return f"(?:{'|'.join(parts)})"
