/** Members of bodies and answers, first part. */
export const MEMBERS: Readonly<Record<string, string>> = {
  'User for the next task whose responsible is "Selecionado"; active, and allowed to act in flows of the client.':
    'Usuário da próxima tarefa cujo responsável é "Selecionado"; ativo e com permissão para atuar em fluxos do cliente.',
  'Address for the next task whose responsible is "Selecionado Externo".':
    'Endereço da próxima tarefa cujo responsável é "Selecionado Externo".',
  'Addresses for the next task whose responsible is "Selecionado externo vários": at least one, none twice.':
    'Endereços da próxima tarefa cujo responsável é "Selecionado externo vários": ao menos um, nenhum repetido.',
  'Addresses for the tasks of a group whose responsible is "Selecionado externo único": one for each, in the order of the tasks.':
    'Endereços das tarefas de um grupo cujo responsável é "Selecionado externo único": um para cada, na ordem das tarefas.',
  'Client that owns the definition.': 'Cliente dono da configuração.',
  'Definition (6.1), active, of automatic activation or API integration.':
    'Configuração de workflow (6.1), ativa, de ativação automática ou API Integração.',
  'Observation.': 'Observação.',
  'Comment; needed where the first task, of "API Integração", asks for one.':
    'Comentário; necessário quando a primeira tarefa, de "API Integração", pede um.',
  'Form; needed where the first task, of "API Integração", asks for it.':
    'Formulário; necessário quando a primeira tarefa, de "API Integração", o pede.',
  'Documents to be filed, which become documents of the flow.': 'Documentos a arquivar, que passam a ser documentos do fluxo.',
  'Files of the flow itself.': 'Arquivos do próprio fluxo.',
  'Extension: where several ways lead on from a first task of "API Integração", the one to take (a task, or the end).':
    'Extensão: quando há vários caminhos depois de uma primeira tarefa de "API Integração", o que deve ser seguido (uma tarefa, ou o fim).',
  'Documents.': 'Documentos.',
  'Cursor of the next page; null on the last one.': 'Cursor da próxima página; null na última.',
  'As it was when the invoice was made, like all names here.': 'Como era quando a fatura foi feita, assim como todos os nomes aqui.',
  'Beginning of the last day of the period that it is for.': 'Início do último dia do período a que se refere.',
  'Beginning of the day on which it is due.': 'Início do dia em que vence.',
  'Sum of the prices.': 'Soma dos preços.',
  'Always text; none is "".': 'Sempre texto; nenhum é "".',
  'A number or null where the type is `Decimal`.': 'Um número ou null onde o tipo é `Decimal`.',
  'Else text, a `DateTime` in ISO 8601, a `Date` as dd/MM/yyyy; none is "".':
    'Senão texto, um `DateTime` em ISO 8601, um `Date` como dd/MM/yyyy; nenhum é "".',
  'Part of the key that is unique in the list.': 'Parte da chave, que é única na lista.',
  'Needed to add a row.': 'Necessário para incluir uma linha.',
  'Field of the list.': 'Campo da lista.',
  'Value; empty takes it away.': 'Valor; vazio o apaga.',
  'The first 1000 by code.': 'As primeiras 1000, por código.',
  'Needed with the document; at most 150 characters of name.': 'Necessário com o documento; no máximo 150 caracteres de nome.',
  'Needed with the name.': 'Necessário com o nome.',
  'More about the company.': 'Mais sobre a empresa.',
  'How it is called.': 'Como se chama.',
  'What it is.': 'O que é.',
  'Comment; needed where the task asks for one.': 'Comentário; necessário quando a tarefa pede um.',
  'The way to take where several lead on and no condition decides: a task, or the end.':
    'O caminho a seguir quando há vários e nenhuma condição decide: uma tarefa, ou o fim.',
  'Box that holds the document; null for an electronic one.': 'Caixa que guarda o documento; null para um documento eletrônico.',
  "The document's own id in your system, unique per client among documents that are not deleted. A second create with it is refused (422) with the ids of the first in the message; with `seExistir=retornar` it answers 200 with those ids.":
    'Id do documento no seu sistema, único por cliente entre os documentos não excluídos. Uma segunda criação com ele é recusada (422), com os ids do primeiro na mensagem; com `seExistir=retornar` a resposta é 200 com esses ids.',
  'Indexer values as configured on the level.': 'Valores dos indexadores, conforme a configuração do nível.',
  'Files, if any.': 'Arquivos, se houver.',
  'Accepted and not used: the service makes the id.': 'Aceito e não usado: o id é dado pelo serviço.',
  'Box that holds the document; null when not applicable.': 'Caixa que guarda o documento; null quando não se aplica.',
  'Indexer values. At least one of this and `arquivos`.': 'Valores dos indexadores. Ao menos um entre este e `arquivos`.',
  'Attachments; null when there are none.': 'Anexos; null quando não há.',
  'Unique in the whole service, ignoring case.': 'Único no serviço inteiro, sem distinguir maiúsculas.',
  'Full name.': 'Nome completo.',
  'E-mail.': 'E-mail.',
  'At least 8 characters with upper and lower case, a digit and a special character.':
    'No mínimo 8 caracteres, com maiúscula, minúscula, dígito e caractere especial.',
  '`(00) 0000-0000`, or "".': '`(00) 0000-0000`, ou "".',
  '`(00) 00000-0000`, or "".': '`(00) 00000-0000`, ou "".',
  'Immediate superior: a user.': 'Chefe imediato: um usuário.',
  'Documents per page of a search; "": 50.': 'Documentos por página de uma pesquisa; "": 50.',
  '1: the password must be changed before anything else; 0 or "": not.':
    '1: a senha precisa ser trocada antes de qualquer outra coisa; 0 ou "": não.',
  'Months that a password is good for; "": without end.': 'Meses de validade de uma senha; "": sem fim.',
  'First day on which the user is inactive, yyyy-MM-dd; "": none.': 'Primeiro dia em que o usuário fica inativo, yyyy-MM-dd; "": nenhum.',
  'Working hours.': 'Horário de trabalho.',
  '1 Portuguese, 2 Spanish, 3 English; "": 1.': '1 português, 2 espanhol, 3 inglês; "": 1.',
  'Calendar.': 'Calendário.',
  '1: is told of documents that fall due; 0 or "": is not.': '1: recebe aviso dos documentos que vencem; 0 ou "": não recebe.',
  '1: the client\'s whole tree with its default profile; 0 or "": no level until permissions are set.':
    '1: a árvore inteira do cliente com o perfil padrão dele; 0 ou "": nenhum nível até que as permissões sejam definidas.',
  'Group of superiors.': 'Grupo de chefes.',
  'Client that the user belongs to.': 'Cliente a que o usuário pertence.',
  'Unit that serves this client.': 'Unidade que atende este cliente.',
  'Only of files created with `compartilhado` true.': 'Só de arquivos criados com `compartilhado` true.',
  'Value; a text ending in `%` matches by its beginning.': 'Valor; um texto terminado em `%` compara pelo começo.',
  'The step: of a group the group, else the task itself.': 'A etapa: de um grupo, o grupo; senão, a própria tarefa.',
  'Null: the task has no deadline.': 'Null: a tarefa não tem prazo.',
  '`A` active, `I` inactive: no flow can be activated.': '`A` ativa, `I` inativa: nenhum fluxo pode ser ativado.',
  '`A` automatic, `I` API integration, `M` manual (not by 6.2).': '`A` automática, `I` API Integração, `M` manual (não pela 6.2).',
  'The bytes in Base64.': 'Os bytes em Base64.',
  'File content in Base64.': 'Conteúdo do arquivo em Base64.',
  'File extension; the content must be of this type.': 'Extensão do arquivo; o conteúdo precisa ser deste tipo.',
  'To be signed in the flow; only PDF, and of a document only with `compartilhado`.':
    'Para ser assinado no fluxo; só PDF, e o de um documento só com `compartilhado`.',
  'Label of the version.': 'Nome da versão.',
  'Display name.': 'Nome de exibição.',
  'Share the file.': 'Compartilhar o arquivo.',
  'Stable code, upper-case ASCII.': 'Código estável, em ASCII maiúsculo.',
  'What happened and what to do, in Portuguese.': 'O que aconteceu e o que fazer, em português.',
  'All fields with problems, when the refusal is about fields.': 'Todos os campos com problemas, quando a recusa é sobre campos.',
  'Names in the request that the operation does not know; they were ignored.':
    'Nomes na requisição que a operação não conhece; foram ignorados.',
  'Equals the X-Request-Id header.': 'Igual ao cabeçalho X-Request-Id.',
  "Place in the client's chain, from 1 without a gap.": 'Posição na cadeia do cliente, a partir de 1, sem lacunas.',
  'All zeros: an operator, at the command line, or somebody whom the service does not know, such as whoever opens a link.':
    'Só zeros: um operador, na linha de comando, ou alguém que o serviço não conhece, como quem abre um link.',
  'Address of the caller; `cli`: the command line; `service`: the service itself.':
    'Endereço de quem chamou; `cli`: a linha de comando; `service`: o próprio serviço.',
  '`X-Request-Id` of the call; of an operator: the command and its run.':
    '`X-Request-Id` da chamada; de um operador: o comando e a execução dele.',
  'Ids, codes and states; never contents. `times`: so often within about a second.':
    'Ids, códigos e estados; nunca conteúdos. `times`: tantas vezes em cerca de um segundo.',
  'Hash over this event and all before it.': 'Hash deste evento e de todos os anteriores.',
  'For 6.7 and `concluir`.': 'Para a 6.7 e `concluir`.',
  'Name of the responsible user.': 'Nome do usuário responsável.',
  'Address of the external responsible.': 'Endereço do responsável externo.',
  '1: done.': '1: concluída.',
  'Null for a custom field.': 'Null para um campo customizado.',
  'New value; empty takes the old one away.': 'Novo valor; vazio apaga o anterior.',
  'Name of the field being changed.': 'Nome do campo que é alterado.',
  'Name of the list, when the field belongs to one.': 'Nome da lista, quando o campo pertence a uma.',
  'Where in the request, in its own names.': 'Onde na requisição, nos nomes dela.',
  'Stable code.': 'Código estável.',
  'What to do, in Portuguese.': 'O que fazer, em português.',
  'Flow of the file; null for a file of a document.': 'Fluxo do arquivo; null para um arquivo de documento.',
  'File content in Base64; line breaks and a `data:` prefix are allowed.':
    'Conteúdo do arquivo em Base64; quebras de linha e um prefixo `data:` são permitidos.',
  '`application/<extension>`. Not used: files are served with the type of their extension.':
    '`application/<extension>`. Não usado: os arquivos são servidos com o tipo da extensão.',
  'File extension, with or without a dot.': 'Extensão do arquivo, com ou sem ponto.',
  'Display name; used to search within the document.': 'Nome de exibição; usado para pesquisar dentro do documento.',
  '`application/<extension>`.': '`application/<extensão>`.',
  'true or 1: share the file; false, 0 or absent: do not.': 'true ou 1: compartilhar o arquivo; false, 0 ou ausente: não.',
  'Public http or https address from which the service downloads the file.':
    'Endereço http ou https público do qual o serviço baixa o arquivo.',
  'File content in Base64. Exactly one of this and `linkArquivo`.':
    'Conteúdo do arquivo em Base64. Exatamente um entre este e `linkArquivo`.',
  'Data type of the file.': 'Tipo de dados do arquivo.',
  'Display name for searching within the document.': 'Nome de exibição para pesquisar dentro do documento.',
};
