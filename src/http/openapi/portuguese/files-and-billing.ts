/** The session, files and billing. */
export const FILES_BILLING: Readonly<Record<string, string>> = {
  'A wrong user and a wrong password get the same 401. After more than five failures in a row the login is refused for some minutes (same 401).':
    'Usuário errado e senha errada recebem o mesmo 401. Depois de mais de cinco falhas seguidas, o login é recusado por alguns minutos (o mesmo 401).',
  'The session.': 'A sessão.',
  'The request cannot be read, something that is always required is missing, or an id or code does not exist.':
    'A requisição não pode ser lida, falta algo que é sempre obrigatório, ou um id ou código não existe.',
  'Token missing or no longer valid, or the user may not do this here.':
    'O token está ausente ou não é mais válido, ou o usuário não tem permissão para isto aqui.',
  'The body or a file is too large.': 'O corpo ou um arquivo é grande demais.',
  'The body is of none of the types that the operation takes.': 'O corpo não é de nenhum dos tipos que a operação aceita.',
  'Too many calls of this client (without a user: from this address); see Retry-After and RateLimit.':
    'Chamadas demais deste cliente (sem usuário: deste endereço); veja Retry-After e RateLimit.',
  'The request did not arrive in time.': 'A requisição não chegou a tempo.',
  'Address and headers together are too large.': 'O endereço e os cabeçalhos, juntos, são grandes demais.',
  'A fault of the service, never of the request; quote `idRequisicao` to the support.':
    'Falha do serviço, nunca da requisição; informe `idRequisicao` ao suporte.',
  'A dependency is down or the service is at its limit; see Retry-After.':
    'Uma dependência está fora do ar ou o serviço está no limite; veja Retry-After.',
  'Generate an authentication token': 'Gerar um token de autenticação',
  'Refresh tokens rotate: each works once, and using an old one again ends the session. Only the last one may be sent again for 30 seconds, by a client whose answer was lost: it gets the same new tokens. The access token that was replaced works for another 60 seconds. A session ends 30 days after its login (`SESSION_DAYS` of the service), whatever is renewed.':
    'Os tokens de renovação se alternam: cada um vale uma vez, e usar de novo um antigo encerra a sessão. Só o último pode ser reenviado durante 30 segundos, por um programa cuja resposta se perdeu: ele recebe os mesmos tokens novos. O token de acesso substituído ainda funciona por 60 segundos. Uma sessão termina 30 dias depois do login (`SESSION_DAYS` do serviço), o que quer que se renove.',
  'The session with new tokens.': 'A sessão com tokens novos.',
  'Refresh the authentication token': 'Renovar o token de autenticação',
  'Ends the session of the token: neither the token nor its renewal works any more. Other sessions of the user go on.':
    'Encerra a sessão do token: nem o token nem a renovação dele funcionam mais. As outras sessões do usuário continuam.',
  'Log out': 'Sair',
  'In the order in which they were sent, each with its bytes in Base64. The answer is streamed, whatever its size.':
    'Na ordem em que foram enviados, cada um com seus bytes em Base64. A resposta é transmitida em fluxo, seja qual for o tamanho.',
  'Document.': 'Documento.',
  'The files.': 'Os arquivos.',
  'Fetch the files of a document': 'Consultar os arquivos de um documento',
  'At least one file; they come after those that the document has, and are streamed while they arrive. JSON, or `multipart/form-data`, whose parts are the files: the file name of a part gives name and extension, a text field `versao` the version of all.':
    'Ao menos um arquivo; eles entram depois dos que o documento já tem e são gravados enquanto chegam. JSON, ou `multipart/form-data`, cujas partes são os arquivos: o nome de arquivo da parte dá nome e extensão, e um campo de texto `versao` dá a versão de todos.',
  'A file whose bytes the document already holds, or that comes twice in the call, is refused; then none is stored.':
    'Um arquivo cujos bytes o documento já contém, ou que vem duas vezes na chamada, é recusado; nesse caso nenhum é gravado.',
  'Done.': 'Feito.',
  'The same call, with this Idempotency-Key, is still running.': 'A mesma chamada, com esta Idempotency-Key, ainda está em andamento.',
  "Readable, but against the archive's configuration or state.": 'Legível, mas contrária à configuração ou ao estado do acervo.',
  'Add files to a document': 'Adicionar arquivos a um documento',
  'The same bytes again are allowed here.': 'Aqui os mesmos bytes podem ser enviados de novo.',
  'The files, in the order in which they were sent.': 'Os arquivos, na ordem em que foram enviados.',
  'Add files to a document, returning the image ids': 'Adicionar arquivos a um documento, com os ids das imagens na resposta',
  'The file and its link are unreachable at once. The bytes are kept for a configurable time.':
    'O arquivo e o seu link ficam inacessíveis na hora. Os bytes são guardados por um tempo configurável.',
  'File of the document.': 'Arquivo do documento.',
  'Delete a file of a document': 'Excluir um arquivo de um documento',
  'A file of a document; or of a flow, for users who may see flows. JSON with the bytes in Base64; or, when `Accept` prefers anything but JSON, the bytes themselves, with `ETag` (SHA-256), `Range` and `HEAD`.':
    'Um arquivo de um documento; ou de um fluxo, para quem pode consultar fluxos. JSON com os bytes em Base64; ou, quando `Accept` prefere qualquer coisa que não seja JSON, os próprios bytes, com `ETag` (SHA-256), `Range` e `HEAD`.',
  'File.': 'Arquivo.',
  'Client that owns the file.': 'Cliente dono do arquivo.',
  'The file.': 'O arquivo.',
  'Of bytes: their SHA-256.': 'Dos bytes: o SHA-256.',
  'The part that `Range` asks for.': 'A parte que `Range` pede.',
  'The bytes are those of `If-None-Match`.': 'Os bytes são os de `If-None-Match`.',
  'What the path addresses does not exist.': 'O que o caminho endereça não existe.',
  'The range lies outside the file.': 'O intervalo está fora do arquivo.',
  'Fetch a file of a client': 'Consultar um arquivo de um cliente',
  "PDF files of documents or flows; all of them or none. Each becomes a new version under the same id, with a PAdES signature by the service's certificate as an incremental update, so that signatures already in the file stay valid. Signer, document, company, the origin's message, the caller's address and the time stand in the signature, in the file's properties and on a visible card, which names an address where anybody can verify it. The former version is kept with the file, out of reach. A file that another call signs meanwhile is signed on top of that. 503 when the service has no valid certificate, or when its timestamp authority does not answer.":
    'Arquivos PDF de documentos ou de fluxos; todos ou nenhum. Cada um passa a ter uma nova versão com o mesmo id, com uma assinatura PAdES pelo certificado do serviço como atualização incremental, de modo que as assinaturas já existentes no arquivo continuam válidas. Signatário, documento, empresa, a mensagem da origem, o endereço de quem chamou e a data e hora constam na assinatura, nas propriedades do arquivo e em um cartão visível, que traz um endereço onde qualquer pessoa pode verificá-la. A versão anterior fica guardada com o arquivo, fora de alcance. Um arquivo que outra chamada assina nesse meio-tempo é assinado sobre essa versão. 503 quando o serviço não tem certificado válido, ou quando a autoridade de carimbo do tempo não responde.',
  'The signed files, in the order sent.': 'Os arquivos assinados, na ordem enviada.',
  'Electronically sign files of a client': 'Assinar eletronicamente arquivos de um cliente',
  "Those whose `BillDate` is in the period, both ends included, oldest first: a month's invoices are found by that month.":
    'Aquelas cuja `BillDate` está no período, com os dois extremos, da mais antiga para a mais nova: as faturas de um mês são encontradas por esse mês.',
  'Invoices of the clients that the unit serves and on whose whole tree the user has the permission there; a grant on a single level shows none.':
    'Faturas dos clientes que a unidade atende e em cuja árvore inteira o usuário tem ali a permissão; uma permissão em um único nível não mostra nenhuma.',
  'Service unit that bills.': 'Unidade que fatura.',
  'Dated from this moment on; a day counts from its beginning.': 'Com data a partir deste momento; um dia conta desde o início.',
  'Dated up to this moment; a day counts to its end.': 'Com data até este momento; um dia conta até o fim.',
  'Ids of the invoices.': 'Ids das faturas.',
  'Fetch the invoices of a unit': 'Consultar as faturas de uma unidade',
  'Amounts are exact, with at most four decimal places.': 'Os valores são exatos, com no máximo quatro casas decimais.',
  'Any other id is unknown.': 'Qualquer outro id é desconhecido.',
  'Service unit that billed.': 'Unidade que faturou.',
  'Invoice.': 'Fatura.',
  'The invoice.': 'A fatura.',
  'Fetch the data of one invoice of the unit': 'Consultar os dados de uma fatura da unidade',
};
