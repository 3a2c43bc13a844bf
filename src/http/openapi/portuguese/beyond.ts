/** Invoices, reports, users, and what is beyond the interface. */
export const BEYOND: Readonly<Record<string, string>> = {
  'Deprecated: use `POST /api/Documento/Post`, which creates the same document. At least one of the files and a value is needed; values follow the configuration of the level. Everything is stored, or nothing.':
    'Obsoleta: use `POST /api/Documento/Post`, que cria o mesmo documento. É necessário ao menos um dos arquivos e um valor; os valores seguem a configuração do nível. Tudo é gravado, ou nada.',
  'Import an invoice': 'Importar uma nota fiscal',
  'With `idCliente` the reports about that client, with `idUnidade` those about the clients of that unit that the caller may use. Only those that the caller may run.':
    'Com `idCliente`, os relatórios sobre esse cliente; com `idUnidade`, os sobre os clientes dessa unidade que o usuário pode usar. Só os que o usuário pode executar.',
  'A report shows nothing that other operations would not show the caller: beside `relatorio.consultar` it needs what they need (documents: `documento.consultar`; where their bytes are added up also `arquivo.consultar`; lists and the structure: `lista.consultar`; share links: `documento.compartilhar`; users, and the names of those who filed: `usuario.administrar`; audit: `auditoria.consultar` on the whole client), and its rows lie within the levels and units of all of these.':
    'Um relatório não mostra nada que outras operações não mostrariam ao usuário: além de `relatorio.consultar`, exige o que elas exigem (documentos: `documento.consultar`; onde os bytes são somados, também `arquivo.consultar`; listas e a estrutura: `lista.consultar`; links de compartilhamento: `documento.compartilhar`; usuários e os nomes de quem arquivou: `usuario.administrar`; auditoria: `auditoria.consultar` no cliente inteiro), e suas linhas ficam dentro dos níveis e unidades de todas essas permissões.',
  'Types of parameters: `String`, `Guid`, `DateTime` (a day, or a moment), `Int32`, `Boolean`. A parameter is optional unless its name says otherwise.':
    'Tipos dos parâmetros: `String`, `Guid`, `DateTime` (um dia ou um momento), `Int32`, `Boolean`. Um parâmetro é opcional, a menos que o nome diga o contrário.',
  'For the reports about a service unit; exactly one of `idUnidade` and `idCliente`.':
    'Para os relatórios sobre uma unidade; exatamente um de `idUnidade` e `idCliente`.',
  'For the reports about a client; exactly one of `idUnidade` and `idCliente`.':
    'Para os relatórios sobre um cliente; exatamente um de `idUnidade` e `idCliente`.',
  'The reports.': 'Os relatórios.',
  'Fetch reports': 'Consultar os relatórios',
  'One entry per row, streamed, however many there are: what changes meanwhile may be in it as it was before or after. A report of the other kind, or that the caller may not run, is answered like one that does not exist.':
    'Uma entrada por linha, transmitidas em fluxo, sejam quantas forem: o que muda nesse meio-tempo pode vir como era antes ou depois. Um relatório do outro tipo, ou que o usuário não pode executar, é respondido como um que não existe.',
  "Values are text: `DateTime` is `dd/MM/yyyy` for a day and ISO 8601 for a moment. `Accept: text/csv` answers a file as RFC 4180 has it, in UTF-8 with a byte order mark, divided by `;` (which spreadsheets expect where the comma divides decimals); what a spreadsheet would take for a formula gets an apostrophe (`'`) in front, at the beginning of a text and behind commas, semicolons, tabs and line ends in it. `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` answers a workbook; what does not fit a sheet of 1 048 576 rows goes to further ones. Any other `Accept` gets JSON. An answer that breaks off is not complete.":
    "Os valores são texto: `DateTime` é `dd/MM/yyyy` para um dia e ISO 8601 para um momento. `Accept: text/csv` responde um arquivo conforme a RFC 4180, em UTF-8 com marca de ordem de bytes, separado por `;` (que as planilhas esperam onde a vírgula separa os decimais); o que uma planilha tomaria por fórmula recebe um apóstrofo (`'`) na frente, no início de um texto e depois de vírgulas, ponto e vírgulas, tabulações e quebras de linha nele. `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` responde uma pasta de trabalho; o que não cabe em uma planilha de 1 048 576 linhas vai para as seguintes. Qualquer outro `Accept` recebe JSON. Uma resposta interrompida não está completa.",
  'Report: `idRelatorio` of operation 8.1.': 'Relatório: `idRelatorio` da operação 8.1.',
  'Parameters, counted from 0; gaps do no harm.': 'Parâmetros, contados a partir de 0; lacunas não fazem mal.',
  'Parameter: `idRelatorioParametro` of operation 8.1.': 'Parâmetro: `idRelatorioParametro` da operação 8.1.',
  'Its value, written as its type is written everywhere; empty: not given.':
    'O valor, escrito como o tipo dele é escrito em toda parte; vazio: não informado.',
  'The rows.': 'As linhas.',
  'Of CSV and XLSX: name of the report, and today.': 'De CSV e XLSX: o nome do relatório e a data de hoje.',
  'Fetch the data of a report': 'Consultar os dados de um relatório',
  'Every value may travel as text, too, and "" is none. With `clienteMaster` 1 the user has the default profile of the client on its whole tree, with 0 nothing until permissions are set. Nobody gives more than what they hold themselves.':
    'Todo valor também pode vir como texto, e "" é nenhum. Com `clienteMaster` 1 o usuário tem o perfil padrão do cliente na árvore inteira; com 0, nada até que as permissões sejam definidas. Ninguém concede mais do que possui.',
  'The message with the id.': 'A mensagem com o id.',
  'Create a user': 'Criar um usuário',
  "Everybody changes the own password, who administers users that of others. It ends that user's sessions.":
    'Cada um altera a própria senha; quem administra usuários, a dos outros. Isso encerra as sessões desse usuário.',
  'User.': 'Usuário.',
  "Change a user's password": 'Alterar a senha de um usuário',
  'A active, I inactive: its sessions end at once. A day that was set for the inactivation is forgotten.':
    'A ativo, I inativo: as sessões dele terminam na hora. Um dia agendado para a inativação é esquecido.',
  "Change a user's status": 'Alterar o status de um usuário',
  'In the order of their logins.': 'Na ordem dos logins.',
  "Users per page; the caller's own number unless given.": 'Usuários por página; se não for informado, o número de quem chama.',
  'One page of users.': 'Uma página de usuários.',
  'Users of the clients within reach': 'Usuários dos clientes ao alcance',
  'Of the clients within reach alone: the other permissions of the user are not shown.':
    'Só dos clientes ao alcance: as outras permissões do usuário não são mostradas.',
  'The user.': 'O usuário.',
  'A user with its permissions': 'Um usuário com suas permissões',
  'Takes the place of what the user had. Nobody gives more than what they hold themselves. Effective with the next call of the user.':
    'Substitui o que o usuário tinha. Ninguém concede mais do que possui. Vale a partir da próxima chamada do usuário.',
  'Set what a user may do: profile per client, unit and level': 'Definir o que um usuário pode fazer: perfil por cliente, unidade e nível',
  'Begin here: it names every id that the other operations ask for.': 'Comece aqui: traz todos os ids que as outras operações pedem.',
  'Units with their clients.': 'Unidades com seus clientes.',
  'What the caller can reach: units, clients, levels with their fields, boxes, signature origins':
    'O que o usuário alcança: unidades, clientes, níveis com seus campos, caixas, origens de assinatura',
  'The examples obey every rule of the level: posted to 4.2, 4.3 and 4.9 with its ids they create a document, as often as they are posted. Fields for which no value can be made up are left out. Of a list that grows a new row is shown, of a closed one the key of its first row. What a schema for texts cannot say stands in `x-` annotations: `x-minimo`, `x-maximo`, `x-campoPai`; check digits, and days that a month lacks, are checked by the service alone. A level that does not exist is refused like one out of reach.':
    'Os exemplos obedecem a todas as regras do nível: enviados à 4.2, 4.3 e 4.9 com os ids dele, criam um documento, quantas vezes forem enviados. Campos para os quais não se pode inventar um valor ficam de fora. De uma lista que cresce é mostrada uma linha nova; de uma fechada, a chave da primeira linha. O que um esquema de textos não consegue dizer está em anotações `x-`: `x-minimo`, `x-maximo`, `x-campoPai`; dígitos verificadores, e dias que um mês não tem, só o serviço confere. Um nível que não existe é recusado como um fora de alcance.',
  'The level.': 'O nível.',
  'One level for developers: JSON Schema of its fields, example bodies':
    'Um nível para quem desenvolve: JSON Schema dos campos, corpos de exemplo',
  'One event per change that was acknowledged, newest first; and, about a second later, failed logins of its users, calls that they were refused, reads of files and openings of links. Events of a client are chained by hashes; `acervo audit verify` proves that none was altered, left out or cut off. Events name things of every level and unit: only who reaches all of the client sees them.':
    'Um evento por alteração confirmada, do mais novo para o mais antigo; e, cerca de um segundo depois, logins recusados dos seus usuários, chamadas que lhes foram negadas, leituras de arquivos e aberturas de links. Os eventos de um cliente são encadeados por hashes; `acervo audit verify` prova que nenhum foi alterado, omitido ou cortado. Os eventos falam de coisas de todos os níveis e unidades: só quem alcança o cliente inteiro os vê.',
  'Client whose events are asked for.': 'Cliente cujos eventos são pedidos.',
  'From this moment on.': 'A partir deste momento.',
  'Up to this moment; a day counts to its end.': 'Até este momento; um dia conta até o fim.',
  'User whose events are asked for.': 'Usuário cujos eventos são pedidos.',
  'What was done.': 'O que foi feito.',
  'Where the page begins: `proximo` of the page before.': 'Onde a página começa: `proximo` da página anterior.',
  'Events per page.': 'Eventos por página.',
  'One page of events.': 'Uma página de eventos.',
  'Who did what, when and from where': 'Quem fez o quê, quando e de onde',
  'For anybody who has the link. Files in S3 are answered by a redirect to an address that works for at most 60 seconds. An unknown, a removed and an expired link are answered alike: a page for browsers, JSON for programs.':
    'Para qualquer pessoa que tenha o link. Arquivos em S3 são respondidos com um redirecionamento para um endereço que vale por no máximo 60 segundos. Um link desconhecido, um removido e um vencido recebem a mesma resposta: uma página para navegadores, JSON para programas.',
  'Token of the link.': 'Token do link.',
  'The bytes.': 'Os bytes.',
  'Where files lie in S3.': 'Onde os arquivos ficam em S3.',
  'Open a share link': 'Abrir um link de compartilhamento',
  "For anybody who has the code from the signature card, in any case, with or without blanks and hyphens: who signed, for whom, when, the hash of the signed file, and whether the archive still holds it so. A page (Portuguese or English) for browsers, JSON for programs. A person's document is masked; neither the file nor its name is given.":
    'Para qualquer pessoa que tenha o código do cartão de assinaturas, em maiúsculas ou minúsculas, com ou sem espaços e hífens: quem assinou, por quem, quando, o hash do arquivo assinado e se o acervo ainda o guarda assim. Uma página (em português ou inglês) para navegadores, JSON para programas. O documento de uma pessoa vem mascarado; nem o arquivo nem o nome dele são informados.',
  'Code of the signature.': 'Código da assinatura.',
  'The signature.': 'A assinatura.',
  'Verify a signature': 'Verificar uma assinatura',
  '503 when one of them does not, with the same body and `motivos`: `SEM_RESPOSTA`, `SOBRECARGA`, `INUTILIZAVEL` or `VERSAO_ANTERIOR` (the database no longer serves this version), each with the time since when; also while the service shuts down (`status` is then `encerrando`).':
    '503 quando um dos dois não responde, com o mesmo corpo e `motivos`: `SEM_RESPOSTA`, `SOBRECARGA`, `INUTILIZAVEL` ou `VERSAO_ANTERIOR` (o banco já não atende esta versão), cada um com o momento desde quando; também enquanto o serviço é encerrado (`status` é então `encerrando`).',
  'Ready.': 'Pronto.',
  'Readiness: database and file store answer': 'Prontidão: banco de dados e armazenamento de arquivos respondem',
  'Looks at nothing behind the process; for whoever restarts it when it no longer answers.':
    'Não olha para nada atrás do processo; para quem o reinicia quando ele não responde mais.',
  'Alive.': 'Vivo.',
  'Liveness: the process answers': 'Vida: o processo responde',
};
