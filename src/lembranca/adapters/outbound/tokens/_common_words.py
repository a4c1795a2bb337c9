"""Frequent words of four letters or more that are a single token although their spelling suggests more."""

from __future__ import annotations

_PORTUGUESE = """
abaixo abril abrir acesso acordo agora agosto ainda algo algum algumas alguns alta alto aluno alunos além
ambiente amigo amigos amor animal anos anterior antes apenas aprender aqui arquivo arte assim assistir através
atual aumento banana banco base bastante boca bons busca buscar cada café calcular calor campo campos canal
capital cara carne carro carta casa caso casos causa celular central centro cerca certo chave cidade cinco
cinema claro cliente clientes coisa comer comercial comida como completamente componente compra comprar
conforme conjunto conseguir consultar conta contar continua continuar continue contra contrato controle cores
corpo costume criar crime cultura cultural curso código dado dados dando data datas defender dela dele dentro
depois desde dessa desta deste destino deve dever dias diferente diferentes difícil digital dinheiro disse
diversas diversos dois domingo duas durante elemento elementos eles empresa empresas encontrado encontrar
energia enquanto entender entrada entrar entre entrega então enviar equipe erro espaço especial especialmente
espera esposa essa esse esta estado estados estar estas estava este estilo está estão evento eventos evitar
excelente exemplo existe exterior extra falta fase favor fazer fecha federal feliz fica figura filho filme
final flor fora foram forma formas forte foto fotos frente função fácil gente geral global governo grade
grande grandes grave grupo grupos grátis guarda guerra história hoje homem hora horas hospital hotel humano
idade ideal igual imagem importante inclusive indica individual industrial inferior informações inicial
interesse interior internacional internet isso item itens jamais jogo junto lado legal letra letras limite
linha lista livre livro local logo lugar lugares líder maior mais manual marca massa material medida meio
melhor menor menos mensagem mental mente mercado mesa meses mesma mesmo meta metal minha minutos moda modelo
modelos modo momento momentos moral mostra mostrar motivo motor muito mulher mulheres mundial mundo municipal
máximo método mínimo música nacional nada natural necessário nesta neste nome normal nossa nosso nota nova
novamente novo numa nunca número números objetivo obra obras oficial onde original outra outras outro outros
pagamento pagar pais palavra papel para pare parece parte partes particular partido país países pedido pela
pelo pelos pena pensar perder perfil perfume permite período pesquisa pessoa pessoas plano planta pode podem
poder pois política ponto pontos porque porta posição possui possível postal pouco precisa prepare presente
presidente preço prima primeira primeiro primo principal principalmente problema problemas processo produto
produtos professor programa projeto pronto prova próxima próximo página pública público qual qualidade
qualquer quando quantidade quanto queda quem quer real realiza realizado realizar realmente receber recursos
rede regional registro registros relação remover representa reserva reserve resolver responder resposta resto
resultado resultados rico romance rosa rural rápido sabe saber sala salvar saúde seguir segunda segundo
segundos seguro seis seja semana semanas sempre sendo senha sentido sentir seria servidor serviço serviços
será serão seus sexo sido significa simples sistema sistemas site sites sobre social sons sorte suas superior
sábado série tabela tamanho também tanto tarde taxa tela telefone tema temas temperatura tempo terra teste
texto time tinha tipo tipos toda todas todo todos tomar total totalmente trabalho transporte trem tribunal
três tudo título unidades usado usando usar usuário utiliza utilizado utilizar valor valores vamos varios
venda verdade verde verificar vezes vida virtual visita vista visto vive vivo você volta volte volume vídeo
vídeos zona área áreas última último única único
"""

_ENGLISH = """
access across activities actor actual adventure africa after agenda album also america anger april area argue
articles asia assumptions atmosphere audio auto available bare bases becomes before begins behavior blade blue
boil bones bonus border boss bottom builder calendar camera campus canada cancel cancer candidates care case
cases causes census center chapter character chase china chinese civil class coil collar color comes
communities companies compare computer configuration constructor consumer control core corner council
countries course courses cover cream crimes criticism cross curse custom customer danger dare database dates
decade defense deliver dense desire detail details devil director discover diverse divorce doctor does dollar
drama dream dress driver editor else email empire employees enforce engines enter entire environmental erase
error escape euro europe ever evil expense expertise explore express facilities factor fail false familiar
fare farmer fever files fire focus folder force formal former formula franchise freedom from fuel furniture
games gender general genes genius glass goes grammar guess guidelines guitar happiness here hero heroes hire
holder homes honor hope horror horse horses humor hunger idea ignore impulse include includes incomes india
inspire institutes intense international into introduce issue issues japanese junior kingdom label labor
languages large larger laser later level license lines literature longer loss machines made magazines mail
major manager mass master maximum media medical medicines medium mess miles mines minimum minister minor
minutes mirror model more motto murder museum nail names never newspaper niece notes novel nurse nurses
officials older ones onto opera operations opportunities order otherwise over panda panel paper parade partner
pass pencil performer personal phase phases photo phrase phrases piano piece pizza plates plus polar political
popular potato prefer press prior problem procedure process professional program progress promises pulse
purchase purposes purse quarter quotes radio radius rail random rare rates recipe recover refer register
regular remains require resource response restore retire reverse river room rope routes rules sail scare
scheduler schema schemes scope score sector senior sense september server several severe shade silver similar
sincere sister smiles sofa soil solar sometimes source special sphere square star states status stones store
stranger stream stress structure studio success sugar supporters suspense symptom system tables tail tape team
technique temperature tender tense terminal terror them this timer times tomato trade trader trail travel true
tutor under unique universal universe universities until updates upgrade user uses usual value values
variables vase vector vehicles versus video virus visitor votes zero zones
"""

COMMON_PORTUGUESE = frozenset(_PORTUGUESE.split())
COMMON_ENGLISH = frozenset(_ENGLISH.split())
