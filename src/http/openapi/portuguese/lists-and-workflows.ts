/** Lists and workflows. */
export const LISTS_WORKFLOWS: Readonly<Record<string, string>> = {
  'All lists that the user may see, by client and name: those of every client on whose whole tree the user has the permission, and those of the levels on which it has it.':
    'Todas as listas que o usuário pode ver, por cliente e nome: as de cada cliente em cuja árvore inteira o usuário tem a permissão, e as dos níveis em que a tem.',
  'The lists.': 'As listas.',
  'Fetch the lists': 'Consultar as listas',
  'In their configured order.': 'Na ordem configurada.',
  'Client that owns the list.': 'Cliente dono da lista.',
  'List.': 'Lista.',
  'The fields.': 'Os campos.',
  'Fetch the fields of a list': 'Consultar os campos de uma lista',
  'One entry per field of the list for every row; rows in the order in which they were added, fields in their configured order. The answer is streamed, whatever its size: a row that is added or changed meanwhile may be in it as it was before or after. With `Pagina` or `TamanhoPagina` one page of rows.':
    'Uma entrada por campo da lista para cada linha; as linhas na ordem em que foram incluídas, os campos na ordem configurada. A resposta é transmitida em fluxo, seja qual for o tamanho: uma linha incluída ou alterada nesse meio-tempo pode vir como era antes ou depois. Com `Pagina` ou `TamanhoPagina`, uma página de linhas.',
  'Page of rows, from 1; with neither of the two every row is answered.':
    'Página de linhas, a partir de 1; sem nenhum dos dois parâmetros vêm todas as linhas.',
  "Rows per page; the user's own number unless given.": 'Linhas por página; se não for informado, o número do próprio usuário.',
  'The cells.': 'As células.',
  'Fetch the data of a list': 'Consultar os dados de uma lista',
  'Changes the fields that are sent and leaves the others; an empty value takes the value away, but not from a key or mandatory field. A field that forbids change once it has a value keeps it. The documents that point at the row show the new values, and are due by them where their level counts from such a field. The rows of child lists keep their own values.':
    'Altera os campos enviados e mantém os demais; um valor vazio apaga o valor, mas não o de um campo chave ou obrigatório. Um campo que não permite alteração depois de preenchido mantém o valor. Os documentos que apontam para a linha mostram os novos valores e vencem por eles, onde o nível conta o prazo a partir de um campo desses. As linhas das listas filhas mantêm os próprios valores.',
  'With `simular` nothing is stored and the answer is the row as it would stand.':
    'Com `simular` nada é gravado e a resposta é a linha como ficaria.',
  'Only check the call and answer, with 200, what it would do; nothing is stored.':
    'Só confere a chamada e responde, com 200, o que ela faria; nada é gravado.',
  'Row of the list.': 'Linha da lista.',
  'With `simular`: the row as it would stand.': 'Com `simular`: a linha como ficaria.',
  'Change the data of a list item': 'Alterar os dados de um item de lista',
  'For every kind of list. All key and mandatory fields must be sent; a row with the same key is refused, and one without its row in the parent list.':
    'Para todo tipo de lista. Todos os campos chave e obrigatórios precisam ser enviados; são recusadas uma linha com a mesma chave e uma sem a sua linha na lista pai.',
  'A text that names the id of the new row.': 'Um texto com o id da nova linha.',
  'Create a list item': 'Criar um item de lista',
  'Rows that hold all of the values, at most 100; without any, all rows. Values are compared as in operation 4.4: whole, ignoring case, accents and repeated blanks, or by their beginning where the text ends in `%`; numbers and amounts by value, dates by day, CPF and CNPJ by digits. Streamed.':
    'Linhas que têm todos os valores, no máximo 100; sem nenhum, todas as linhas. Os valores são comparados como na operação 4.4: por inteiro, sem distinguir maiúsculas, acentos e espaços repetidos, ou pelo começo, quando o texto termina em `%`; números e valores monetários pelo valor, datas pelo dia, CPF e CNPJ pelos dígitos. Transmitidas em fluxo.',
  'The rows, in the order in which they were added.': 'As linhas, na ordem em que foram incluídas.',
  'Search list items': 'Pesquisar itens de lista',
  'By name, inactive ones too. `Formulario` holds the ids that activation (6.2) and the form of a flow (6.7) are filled by: the fields of the form itself, then those of the lists that it shows, each with its `idLista`. Of a list the mandatory fields are those without which it cannot be pointed at: the key always; if the form itself makes the list mandatory, one row must be named.':
    'Por nome, também as inativas. `Formulario` traz os ids com que se preenchem a ativação (6.2) e o formulário de um fluxo (6.7): os campos do próprio formulário e depois os das listas que ele mostra, cada um com seu `idLista`. De uma lista, os campos obrigatórios são aqueles sem os quais não se pode apontar para um item: a chave, sempre; se o próprio formulário torna a lista obrigatória, uma linha precisa ser indicada.',
  'Client that owns the definitions.': 'Cliente dono das configurações.',
  'The definitions.': 'As configurações de workflow.',
  'Fetch the workflow definitions of a client': 'Consultar as configurações de workflow de um cliente',
  'Files documents and files while they arrive and begins the flow; everything appears together or not at all. Documents follow the rules of 4.9 and need the permission to create documents on their levels; no unit is named, so a box numbered by a unit says which it is, and without one it is the first of the client\'s units in which the user may file there. Fields that the form shares with the documents (a field of the same label and type, or a list) are copied, unless the call sends them. Who is named here is used for the first task that waits for somebody and kept for later tasks of that kind. A first task of "API Integração" is completed by the call, which must bring what the task asks for.':
    'Arquiva documentos e arquivos enquanto chegam e inicia o fluxo; tudo aparece junto ou nada aparece. Os documentos seguem as regras da 4.9 e exigem a permissão de criar documentos nos seus níveis; nenhuma unidade é informada, então uma caixa numerada por unidade diz qual é, e sem caixa vale a primeira das unidades do cliente em que o usuário pode arquivar ali. Campos que o formulário tem em comum com os documentos (um campo de mesmo nome e tipo, ou uma lista) são copiados, a menos que a chamada os envie. Quem é indicado aqui vale para a primeira tarefa que espera por alguém e fica guardado para as próximas tarefas desse tipo. Uma primeira tarefa de "API Integração" é concluída pela própria chamada, que precisa trazer o que a tarefa pede.',
  'Activated.': 'Ativado.',
  'Activate a workflow': 'Ativar um fluxo',
  'The flow must be running. Documents that it has already stay; documents that the user may not see do not exist.':
    'O fluxo precisa estar em execução. Documentos que ele já tem continuam; documentos que o usuário não pode ver não existem.',
  'Client that owns the flow.': 'Cliente dono do fluxo.',
  'Associate documents with a workflow': 'Associar documentos a um fluxo',
  "Newest first, as many per page as the user's other pages have; past the last page the list is empty.":
    'Do mais novo para o mais antigo, tantos por página quantos têm as outras páginas do usuário; depois da última página a lista vem vazia.',
  'Definition (6.1).': 'Configuração de workflow (6.1).',
  'Client that owns it.': 'Cliente dono dela.',
  '1 running, 2 finished, 3 cancelled.': '1 em execução, 2 concluído, 3 cancelado.',
  'Only flows that stand at this task.': 'Só fluxos que estão nesta tarefa.',
  'Answer the totals, too.': 'Trazer também os totais.',
  'One page of flows.': 'Uma página de fluxos.',
  'Fetch the activated workflows of a definition': 'Consultar os fluxos ativados de uma configuração',
  'Documents on levels that the user may not see are left out.': 'Documentos em níveis que o usuário não pode ver ficam de fora.',
  'Flow, by its id; one of this and `codigoWorkflow` is needed, and both must agree.':
    'Fluxo, pelo id; este ou `codigoWorkflow` é necessário, e os dois precisam concordar.',
  'Flow, by its code; 0 or null when unknown.': 'Fluxo, pelo código; 0 ou null quando não se sabe.',
  'Everything about the flow.': 'Tudo sobre o fluxo.',
  'Fetch the data of a workflow': 'Consultar os dados de um fluxo',
  "The PDF of the definition under which the flow began, with the form's current values filled in; it can be filled further. A field of the PDF shows the field of the form that the definition names for it, else the one of the same label; a tick in a text field is an `X`. Letters that the page cannot show stand in the field all the same. A definition without a model gets a PDF made from its form; without a form, one that names its tasks.":
    'O PDF da configuração com que o fluxo começou, preenchido com os valores atuais do formulário; pode continuar sendo preenchido. Um campo do PDF mostra o campo do formulário que a configuração indica para ele, ou então o de mesmo nome; uma marca em um campo de texto é um `X`. Letras que a página não consegue mostrar ficam no campo mesmo assim. Uma configuração sem modelo recebe um PDF feito a partir do formulário; sem formulário, um que lista as tarefas.',
  'Extension: `bpmn` gives the definition that the flow follows as a BPMN 2.0 file with its diagram.':
    'Extensão: `bpmn` traz a configuração que o fluxo segue como arquivo BPMN 2.0 com o diagrama.',
  "Fetch a workflow's fillable PDF model": 'Consultar o modelo PDF preenchível de um fluxo',
  'Changes the named fields and leaves the others; an empty value takes the old one away. The flow must be running and the step open.':
    'Altera os campos informados e mantém os demais; um valor vazio apaga o anterior. O fluxo precisa estar em execução e a etapa, aberta.',
  'An execution of a user is for that user, and for users who reach the whole client, as integration programs do; one of an external person for everybody who may act in flows.':
    'Uma execução de um usuário é para esse usuário e para usuários que alcançam o cliente inteiro, como fazem os programas de integração; a de uma pessoa externa, para todos os que podem atuar em fluxos.',
  'Step execution (6.5).': 'Execução da etapa (6.5).',
  'Change form data of a workflow step': 'Alterar os dados do formulário de uma etapa do fluxo',
  'One part of a task is done. When that completes the step (all tasks of a group "E", one of a group "OU", the share of a consensus) the flow moves on: by the conditions of the step, by its only exit, or by `idProximaTarefa`. Whoever is named here counts more than who was named before.':
    'Uma parte de uma tarefa está feita. Quando isso conclui a etapa (todas as tarefas de um grupo "E", uma de um grupo "OU", a parcela de um consenso), o fluxo segue: pelas condições da etapa, pela única saída, ou por `idProximaTarefa`. Quem é indicado aqui vale mais do que quem foi indicado antes.',
  'Where the flow stands now.': 'Em que ponto o fluxo está agora.',
  'Complete a workflow step': 'Concluir uma etapa do fluxo',
};
