/** Documents and share links. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'Changes the named indexer fields and leaves the others; an empty value takes the old one away, unless the field is mandatory. A list is named by its key fields; where the list allows inclusion, its mandatory-import fields must be sent, too, and a key that is not there adds a row. A key that is not in a closed list changes nothing. With `If-Match` (the `ETag` of a search that found one document, of 2.1 or of the last change) the change takes place only while the document is still that version. The answer carries the new `ETag`.':
    'Altera os campos indexadores informados e mantém os demais; um valor vazio apaga o anterior, a menos que o campo seja obrigatório. Uma lista é indicada por seus campos chave; onde a lista permite inclusão, os campos de importação obrigatória também precisam ser enviados, e uma chave que ainda não existe inclui um item. Uma chave que não existe em uma lista fechada não altera nada. Com `If-Match` (o `ETag` de uma pesquisa que encontrou um único documento, da 2.1 ou da última alteração) a alteração só acontece enquanto o documento ainda é dessa versão. A resposta traz o novo `ETag`.',
  'Service unit that serves the client.': 'Unidade que atende o cliente.',
  'Client that owns the document.': 'Cliente dono do documento.',
  'Level of the organisational tree.': 'Nível da árvore organizacional.',
  'Only check: everything is validated, nothing is stored, and the answer (200) says what would happen.':
    'Só confere: tudo é validado, nada é gravado, e a resposta (200) diz o que aconteceria.',
  '200:': '200:',
  'With `simular`: what would happen.': 'Com `simular`: o que aconteceria.',
  'Version of the document after the change.': 'Versão do documento depois da alteração.',
  'Changed since the ETag in If-Match was read.': 'Alterado desde que o ETag de If-Match foi lido.',
  'Change a document of a client': 'Alterar um documento de um cliente',
  'Properties may come in any order and case; files are streamed while they arrive. Indexer values follow the configuration of the level: a custom field by `label`, a list field by `nomeLista` and `label`. The key fields of a list find its row; a key that is not there adds a row where the list allows it. Where an automatic workflow names the level, the document starts a flow of it. Everything is stored, or nothing.':
    'As propriedades podem vir em qualquer ordem, em maiúsculas ou minúsculas; os arquivos são gravados enquanto chegam. Os valores dos indexadores seguem a configuração do nível: um campo customizado por `label`, um campo de lista por `nomeLista` e `label`. Os campos chave de uma lista encontram o item; uma chave que ainda não existe inclui um item onde a lista permite. Onde um fluxo automático indica o nível, o documento inicia um fluxo dele. Tudo é gravado, ou nada.',
  'When the client has a document with this `chaveExterna`: refuse, or answer its ids (200).':
    'Quando o cliente já tem um documento com esta `chaveExterna`: recusar, ou responder com os ids dele (200).',
  'With `simular`: what would happen. With `seExistir=retornar`: the ids of the document that has the `chaveExterna`, without links.':
    'Com `simular`: o que aconteceria. Com `seExistir=retornar`: os ids do documento que tem a `chaveExterna`, sem links.',
  'The latter as three texts, like the usual answer.': 'Estes como três textos, como na resposta usual.',
  'Three texts: the message, the id, the code.': 'Três textos: a mensagem, o id e o código.',
  'Create a document of a client': 'Criar um documento de um cliente',
  'The content of a file must be what its extension says.': 'O conteúdo de um arquivo precisa ser o que a extensão diz.',
  'Ids of the document and its files; links of the shared ones.': 'Ids do documento e dos arquivos; links dos compartilhados.',
  'Create a document, with sharing': 'Criar um documento, com compartilhamento',
  'All conditions must hold. A value matches whole, ignoring case, accents and repeated blanks; numbers and amounts by value, dates by day, CPF and CNPJ by digits. Newest first; past the last page the list is empty. When the page holds exactly one document, `ETag` names its version, for 4.1. Pages are counted from the newest document, so documents that come in while you walk move to the next page; with a `DataCadastroFinal` in the past each comes once.':
    'Todas as condições precisam valer. O valor é comparado por inteiro, sem distinguir maiúsculas, acentos e espaços repetidos; números e valores monetários pelo valor, datas pelo dia, CPF e CNPJ pelos dígitos. Do mais novo para o mais antigo; depois da última página a lista vem vazia. Quando a página tem exatamente um documento, `ETag` indica a versão dele, para a 4.1. As páginas são contadas a partir do documento mais novo, de modo que documentos que entram durante a leitura empurram os outros para a página seguinte; com uma `DataCadastroFinal` no passado cada um vem uma única vez.',
  'Client that owns the documents.': 'Cliente dono dos documentos.',
  'Service unit of the client.': 'Unidade do cliente.',
  'Level; includes the levels under it. Absent: every level that the user may see.':
    'Nível; inclui os níveis abaixo dele. Ausente: todos os níveis que o usuário pode ver.',
  'Box code.': 'Código da caixa.',
  'Document code.': 'Código do documento.',
  "The client system's own id of the document; matches exactly.": 'Id do documento no sistema do cliente; a comparação é exata.',
  "CNPJ of the documents' unit, with or without punctuation.": 'CNPJ da unidade dos documentos, com ou sem pontuação.',
  'Registered on or after.': 'Cadastrados a partir desta data.',
  'Registered up to; a day counts to its end.': 'Cadastrados até esta data; um dia conta até o fim.',
  'Due on this day.': 'Com vencimento neste dia.',
  'User who registered the document; an id of nobody finds nothing.':
    'Usuário que cadastrou o documento; um id que não é de ninguém não encontra nada.',
  '1 Em Indexação, 2 Armazenado, 3 Emprestado, 4 Excluído, 5 Emprestado - Parcial, 6 Eletrônico. Absent: all but 4.':
    '1 Em Indexação, 2 Armazenado, 3 Emprestado, 4 Excluído, 5 Emprestado - Parcial, 6 Eletrônico. Ausente: todos menos 4.',
  'Box type; an id of none finds nothing.': 'Tipo de caixa; um id que não é de nenhum não encontra nada.',
  'Pairs of field and value; all must hold.': 'Pares de campo e valor; todos precisam valer.',
  'Each one as a JSON object, the name of the parameter repeated: what generated clients make a list of. Or as indexed pairs, never both.':
    'Cada um como um objeto JSON, repetindo o nome do parâmetro: é disso que clientes gerados fazem uma lista. Ou como pares indexados, nunca os dois.',
  'Name of a custom or list field.': 'Nome de um campo customizado ou de lista.',
  'Value that the field must hold; a text ending in `%` matches by its beginning.':
    'Valor que o campo precisa ter; um texto terminado em `%` compara pelo começo.',
  'Name of the list, where two lists share a field name.': 'Nome da lista, quando duas listas têm um campo de mesmo nome.',
  'Page, from 1.': 'Página, a partir de 1.',
  "Documents per page; the user's own number unless given.": 'Documentos por página; se não for informado, o número do próprio usuário.',
  'Fill in LabelPaginas, QtdDocumentos and TotalPaginas.': 'Preencher LabelPaginas, QtdDocumentos e TotalPaginas.',
  'Trim the values returned and fold their blanks.': 'Retirar espaços das pontas e espaços repetidos dos valores retornados.',
  'One page of documents.': 'Uma página de documentos.',
  'Version of the document, when the page holds exactly one.': 'Versão do documento, quando a página tem exatamente um.',
  'Search documents of a client': 'Pesquisar documentos de um cliente',
  'A file that is not shared, or whose deadline has passed, has neither link nor deadline.':
    'Um arquivo que não está compartilhado, ou cujo prazo passou, não tem link nem prazo.',
  'Ids of files of the document; may repeat, or hold a comma list. Absent: all files.':
    'Ids de arquivos do documento; pode se repetir ou trazer uma lista com vírgulas. Ausente: todos os arquivos.',
  'The files and their links.': 'Os arquivos e seus links.',
  "Query share links of a document's files": 'Consultar os links de compartilhamento dos arquivos de um documento',
  'Without a deadline the link works until it is removed. Sharing again keeps the link and sets the new deadline.':
    'Sem prazo, o link funciona até ser removido. Compartilhar de novo mantém o link e define o novo prazo.',
  'Deadline; a day counts to its end. Absent: no end.': 'Prazo; um dia conta até o fim. Ausente: sem fim.',
  "Generate share links of a document's files": 'Gerar links de compartilhamento dos arquivos de um documento',
  'From the answer on the link is dead everywhere. Where files lie in S3, an address handed out for a link shortly before lives out its at most 60 seconds.':
    'A partir da resposta o link não funciona mais em lugar nenhum. Onde os arquivos ficam em S3, um endereço entregue pouco antes para um link ainda vale por no máximo 60 segundos.',
  "Delete share links of a document's files": 'Excluir os links de compartilhamento dos arquivos de um documento',
  'The document must be stored at the level that the call names. It gets the status Excluído; its files and links are unreachable at once. The bytes are kept for a configurable time.':
    'O documento deve estar no nível que a chamada informa. Ele passa ao status Excluído; seus arquivos e links ficam inacessíveis na hora. Os bytes são guardados por um tempo configurável.',
  'Delete a document of a client': 'Excluir um documento de um cliente',
  'A file given by `linkArquivo` is downloaded from a public http or https address, following at most 3 redirects.':
    'Um arquivo dado por `linkArquivo` é baixado de um endereço http ou https público, seguindo no máximo 3 redirecionamentos.',
  'Create a document, with file link': 'Criar um documento, com link do arquivo',
};
