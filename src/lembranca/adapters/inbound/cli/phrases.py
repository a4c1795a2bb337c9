"""What `chat` says, in Portuguese and English."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of one language."""

    you: str
    begun: str
    resumed: str
    without_model: str
    help: str
    context: str
    nothing_found: str
    unknown: str
    what_to_search: str
    failed: str
    interrupted: str
    goodbye: str
    condensed: str
    not_condensed: str
    nothing_to_condense: str
    nothing_relevant: str
    nothing_known: str
    latest: str
    what_to_forget: str
    forget_which: str
    forgotten: str
    nothing_forgotten: str


PHRASES = {
    "en": Phrases(
        you="you",
        begun="new conversation {id}",
        resumed="conversation {id}, messages so far: {count}",
        without_model="No model is chosen (LEMBRANCA_LLM): you see the context that it would get; each line is kept.",
        help="Enter alone: the context · /recall [WORDS]: what is remembered · /forget WORDS · /search WORDS · "
        "/compress · /help · /quit or Ctrl-D · // begins a line with /",
        context="The context a model gets",
        nothing_found="nothing found",
        unknown="there is no command {name}; /help tells which there are",
        what_to_search="say what to look for: /search WORDS",
        failed="the model gave no answer ({reason}); what you said is kept",
        interrupted="cut off; what was said so far is kept",
        goodbye="Kept in {id}, messages: {count}. Bye!",
        condensed="condensed (messages: {messages:,}): {before:,} → {after:,} tokens",
        not_condensed="not condensed ({reason}); everything is kept",
        nothing_to_condense="nothing to condense yet",
        nothing_relevant="nothing relevant is remembered",
        nothing_known="nothing is known of you yet",
        latest="Known last",
        what_to_forget="say what to forget: /forget WORDS",
        forget_which="yes forgets them all, numbers some of them, Enter alone none:",
        forgotten="forgotten: {count}; `lembranca restore ID` brings it back",
        nothing_forgotten="nothing is forgotten",
    ),
    "pt": Phrases(
        you="você",
        begun="conversa nova {id}",
        resumed="conversa {id}, mensagens até agora: {count}",
        without_model="Nenhum modelo escolhido (LEMBRANCA_LLM): você vê o contexto que ele receberia; tudo é guardado.",
        help="Enter sozinho: o contexto · /lembrar [PALAVRAS]: o que é lembrado · /esquecer PALAVRAS · "
        "/buscar PALAVRAS · /resumir · /ajuda · /sair ou Ctrl-D · // começa com /",
        context="O contexto que o modelo recebe",
        nothing_found="nada encontrado",
        unknown="não há comando {name}; /ajuda diz quais existem",
        what_to_search="diga o que procurar: /buscar PALAVRAS",
        failed="o modelo não respondeu ({reason}); o que você disse está guardado",
        interrupted="interrompido; o que foi dito até aqui está guardado",
        goodbye="Guardado em {id}, mensagens: {count}. Até logo!",
        condensed="resumido (mensagens: {messages:,}): {before:,} → {after:,} tokens",
        not_condensed="não resumido ({reason}); tudo está guardado",
        nothing_to_condense="nada a resumir ainda",
        nothing_relevant="nada relevante é lembrado",
        nothing_known="ainda não se sabe nada de você",
        latest="O que se soube por último",
        what_to_forget="diga o que esquecer: /esquecer PALAVRAS",
        forget_which="sim esquece todos, números alguns deles, Enter sozinho nenhum:",
        forgotten="esquecidos: {count}; `lembranca restore ID` traz de volta",
        nothing_forgotten="nada foi esquecido",
    ),
}
