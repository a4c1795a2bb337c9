"""What tells about work and studies."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# fmt: off
JOB = (
    tells("bio", r"folgo (?:~)(?:n[ao]s?|as|aos|de|toda|todo) \w+.*", None, 0.7, "work"),
    tells("bio", r"sou d[oae] (?:~)(?:rh|ti|marketing|financeiro|comercial|suporte|juridico|administrativo|dp|vendas|logistica|operacoes|produto|dados)\b.*|tenho (?:~)(?:<N>|varios) (?:empregos|trabalhos)\b.*", "job", 0.75, "work"),
    tells("bio", r"(?:vivo|ganho a vida|me sustento|tiro meu sustento|pago as contas|me viro) (?:~)(?:de|com|d[oa]s?|\w{3,}ndo|como) (?!(?:~)(?:dieta|olho|boa|mal|favor|aluguel|meu|minha|sono|fome|medo|saudade|passado|fone|aparencias|migalhas|cara)\b)\w.*", "job", 0.75, "work", refuse=r"^vivo (?:~)(?:com|\w+ndo)\b"),
    tells("bio", r"(?:dou|tiro|faco|pego) (?:~|uns |meus |dois )*plant(?:ao|oes)\b.*", None, 0.75, "work", refuse=r"\b(?:hoje|amanha)\b"),
    tells("bio", r"(?:<AM>|estou como|fui efetivad[oa] como|passei a ser|comecei como|comecei hoje como|entrei como|atuo como|me formei|fico como|me registro como) (?:~|um |uma |o |a |tambem |hoje |agora |ex-)*(?:<JOB>|<JOBEND>)(?![\w-]) ...", "job", 0.9, "work", refuse=r"^sou (?:~)(?:um |uma |o |a )?(?:maior|melhor|leitor|eleitor|consumidor|colecionador|torcedor|jogador|pior|vencedor|perdedor|sofredor|pecador|merecedor|devedor|espectador|admirador|doador|autora? d[ao] (?:mensagem|texto))"),
    tells("bio", r"(?:estou|sou|fiquei|continuo|ando|vivo|fui) (?:~)(?:desempregad[oa]|aposentad[oa]|de licenca|afastad[oa] (?:do trabalho|pelo inss)|sem (?:emprego|trabalho|servico)|de aviso previo|encostad[oa]|de atestado|em transicao de carreira|reformad[oa]|no seguro-?desemprego|entre empregos|estagiando|de home office|empregad[oa]|efetivad[oa]|concursad[oa]) ...", "job", 0.8, "work"),
    tells("bio", r"(?:<n:trabalhar atuar lecionar estagiar>|vivo de|ganho a vida|me sustento|tiro meu sustento|trampo|faco carreira|fiz carreira) (?:~|aqui |la |perto |fora |tambem )*(?:remot\w+|de|a|em|no|na|nos|nas|como|com|pra|para|pro|por|num|numa|meio|d[ao]s?|presencial\w*|hibrid[oa]|vendendo|fazendo|dirigindo|cuidando|dando|embarcad[oa]|sozinh[oa]|\d|ha|desde|faz|viajando|sentad[oa]|muit[oa]|aos|as|turno|ate|historia|matematica) ...", "job", 0.9, "work", refuse=r"^(?:trabalho|estou trabalhando) (?:de (?:conclusao|escola|faculdade)|em grupo|(?:muito )?(?:hoje|amanha|nisso|em cima)|nessa? |nesse? |n[oa] (?:relatorio|apresentacao|projeto novo|planilha|tcc))|^vivo de (?:olho|dieta|mal|boa|saco)"),
    tells("bio", r"trabalho (?:remoto|fora|muito|embarcado|viajando|demais|em casa)$", "job", 0.7, "work"),
    tells("bio", r"(?:dou|ministro|tenho dado|estou dando) (?:~)aulas? ...|(?:leciono|ensino) (?!(?:voce|ele|ela)\b)\w.*", None, 0.8, "work", refuse=r"\b(?:hoje|amanha)\b"),
    tells("bio", r"(?:<n:administrar gerenciar coordenar liderar dirigir tocar apresentar editar produzir>) (?:~)@(?:(?:equipe|time|setor|area|departamento|projeto|programa|revista|jornal|nucleo|obra|turma|<BUSINESS>)|taxi|uber|onibus|caminhao|van|carreta|app) ...", None, 0.8, "work"),
    tells("bio", r"(?:<n:ter>|sou don[oa] de|sou soci[oa] d[eoa]|toco|administro) (?:~|propri[oa] |pequen[oa] |minha propria |meu proprio )*@(?:propri[oa] |pequen[oa] |nov[oa] |mini )?(?:<BUSINESS>)(?= |$) ...", None, 0.8, "work", refuse=r"\bblog pra ler|curso|academia|site pra|escola"),

    tells("bio", r"(?:faco|tenho feito|<n:fazer>) (?:~|uns |umas |um |uma )*(?:estagio|freelas?|freelance\w*|plantao|plantoes|home office|bicos?|hora extra|turno|doces|marmitas?|bolos?|salgados?|unhas?|faxinas?|entregas?|uber|consultoria|trabalho voluntario|manutencao|artesanato|encomendas?|traducao|traducoes|revisao|producao|jogo do bicho|feira|transporte|frete|bijuterias?) ...", None, 0.8, "work", refuse=r"\b(?:agora|hoje|neste momento|nesse momento)$"),
    tells("bio", r"(?:bato|entro|saio|largo|pego|trabalho|comeco) (?:~)(?:(?:o )?ponto|no (?:trabalho|servico|expediente|turno)|do (?:trabalho|servico|expediente|turno|plantao)|as \d|das \d) ...", None, 0.6, "work", refuse=r"\b(?:hoje|amanha|agora|ontem)\b"),
    tells("bio", r"(?:ganho|recebo) (?:~|uns |cerca de |por mes )*(?:<N>|um salario|salario minimo|bem|pouco|por (?:hora|producao|comissao)|em (?:dolar|euro)|bolsa|pensao|aposentadoria|no (?:dia|quinto)|todo dia|dia \d|quinzenal\w*) ...", "income", 0.6, "work", refuse=r"\b(?:desconto|presente|mensagem|email|e-mail)\b"),
)

STUDIES = (
    tells("bio", r"(?:<n:estudar cursar fazer frequentar terminar concluir>|voltei (?:a|pr[ao]|para) (?:fazer )?|entrei (?:n[oa]|em|pr[ao]|num|numa)|estou (?:n[oa]s?|em|terminando|acabando|concluindo|n[oa] (?:metade|reta final|comeco|fim|final|meio) d[eoa])|sou (?:calour[oa]|alun[oa]|estudante|bolsista|veteran[oa])|comecei|iniciei|me matriculei|passei pr[ao]|ingressei (?:n[oa]|em)|fiz|terminei|conclui|larguei|tranquei|abandonei|desisti d[eoa]|parei) (?:~|em |n[oa] |d[eoa] |pr[ao] |a |o )*@(?:segund[oa] |primeir[oa] |terceir[oa] |quart[oa] |quint[oa] |sext[oa] |setim[oa] |oitav[oa] |ultim[oa] |penultim[oa] |nov[oa] |\d+[oaº°]? )?(?:<STUDY>)(?= |$|/) ...", "studies", 0.8, "studies", refuse=r"^(?:fiz|terminei|estou (?:em|no)|comecei|parei|fui) (?:~)@(?:historia|prova|curso de|marketing|fisica|musica|aulas?|ano|design|programacao|ensino|colegio)\b(?! (?:n[oa]|em) )|\b(?:ano que vem|ano novo|fim do ano)\b"),
    tells("bio", r"(?:<n:estudar cursar>) (?!(?:~)(?:muito|para|pra|pro|a materia|isso|esse|essa|o caso|hoje|agora|a proposta|a possibilidade|demais|ate|mais|bastante)\b)\w.*", None, 0.7, "studies"),
    tells("bio", r"(?:<n:aprender>) (?:~|a )*\w.*", None, 0.7, "studies", refuse=r"^aprend\w+ (?:~)(?:com voce|isso|muito|a (?:licao|lidar|duras)|que|hoje|algo|uma coisa)\b|\b(?:hoje|essa funcao)\b"),
    tells("bio", r"sou (?:~)(?:formad[oa]|graduad[oa]|pos-?graduad[oa]|doutora?|mestr[ea]|bacharel\w*|licenciad[oa]|tecnolog[oa]|especialista|especializad[oa]|pos-?doc|habilitad[oa]|certificad[oa]|diplomad[oa]) ...", None, 0.8, "studies"),
    tells("bio", r"tenho (?:~)@(?:diploma|formacao|graduacao|mestrado|doutorado|faculdade|curso superior|ensino medio|mba|pos|especializacao|certificacao|licenciatura|ensino fundamental|crea|crm|oab|registro|certificado|nivel|b1|b2|c1|c2) ...", None, 0.8, "studies"),
    tells("bio", r"(?:sou|estou|fui) (?:~)(?:n[oa]|do) (?:<N>|\d+[oaº°]|primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|quint[oa]|sext[oa]|setim[oa]|oitav[oa]|non[oa]|ultim[oa]|penultim[oa]) (?:ano|semestre|periodo|fase|serie|modulo) ...", "studies", 0.8, "studies"),
)
