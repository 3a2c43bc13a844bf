/** Groups of operations, and what is said of every call. */
export const GROUPS: Readonly<Record<string, string>> = {
  'Sign in, renew the session, sign out. Every other call carries the token in `Authorization`.':
    'Entrar, renovar a sessão e sair. Toda outra chamada leva o token em `Authorization`.',
  Authentication: 'Autenticação',
  'Files of documents: fetch, add, delete, and sign electronically.':
    'Arquivos de documentos: consultar, adicionar, excluir e assinar eletronicamente.',
  Files: 'Arquivos',
  'Invoices of a service unit.': 'Faturas de uma unidade.',
  Billing: 'Faturamento',
  'Create (V1, V2 and V3), search, change and delete documents; share links of their files.':
    'Criar (V1, V2 e V3), pesquisar, alterar e excluir documentos; links de compartilhamento dos arquivos.',
  Documents: 'Documentos',
  'Lists of reference rows that documents point at, their fields and their rows.':
    'Listas de linhas de referência para as quais os documentos apontam, com seus campos e linhas.',
  Lists: 'Listas',
  'Definitions of workflows; flows that run by them, with their steps, forms and documents.':
    'Configurações de workflow; fluxos que as seguem, com etapas, formulários e documentos.',
  Workflows: 'Workflows',
  'Import of invoices; kept for older programs alone.': 'Importação de notas fiscais; mantida só para programas antigos.',
  'Invoice import': 'Importação de notas fiscais',
  'Reports about a client or a unit, as JSON, CSV or XLSX.': 'Relatórios sobre um cliente ou uma unidade, em JSON, CSV ou XLSX.',
  Reports: 'Relatórios',
  'Users, their passwords, status and permissions.': 'Usuários, suas senhas, status e permissões.',
  Users: 'Usuários',
  'Extension: units, clients and levels within reach, with every id that the other operations ask for.':
    'Extensão: unidades, clientes e níveis ao alcance, com todos os ids que as outras operações pedem.',
  Structure: 'Estrutura',
  'Extension: who did what, when and from where.': 'Extensão: quem fez o quê, quando e de onde.',
  Audit: 'Auditoria',
  'Extension: what stands behind a share link, without a login.': 'Extensão: o que está atrás de um link de compartilhamento, sem login.',
  'Share links': 'Links de compartilhamento',
  'Extension: verification of electronic signatures, without a login.': 'Extensão: verificação de assinaturas eletrônicas, sem login.',
  Signatures: 'Assinaturas',
  'Extension: liveness and readiness, for whoever runs the service.': 'Extensão: vida e prontidão, para quem opera o serviço.',
  Health: 'Saúde',
  '`Token` of 1.1 or 1.2; taken with or without `Bearer` in front.': '`Token` da 1.1 ou da 1.2; aceito com ou sem `Bearer` na frente.',
  'Of your making, at most 255 characters, kept for 7 days: the same call under the same key gets the first answer again, with `Idempotent-Replayed: true`; another call under it 422; while the first still runs, 409 after a short wait.':
    'Criada por você, com no máximo 255 caracteres, guardada por 7 dias: a mesma chamada com a mesma chave recebe de novo a primeira resposta, com `Idempotent-Replayed: true`; outra chamada com ela, 422; enquanto a primeira ainda está em andamento, 409 depois de uma breve espera.',
  '`ETag` of the version that may be changed.': '`ETag` da versão que pode ser alterada.',
  '`ETag` of the bytes that the caller has already.': '`ETag` dos bytes que quem chama já tem.',
  'The part of the bytes that is wanted.': 'A parte dos bytes que se quer.',
  'Key of the client and unit; demanded only where the service is configured so.':
    'Chave do cliente e da unidade; exigida só onde o serviço está configurado assim.',
  'Kept and returned; made when absent.': 'Mantido e devolvido; criado quando ausente.',
  'With `handling=strict` (RFC 7240) names in query and body that the operation does not know are refused, all of them; without it they are ignored and named in `Campos-Ignorados`.':
    'Com `handling=strict` (RFC 7240) os nomes em query e corpo que a operação não conhece são recusados, todos; sem isso são ignorados e nomeados em `Campos-Ignorados`.',
  'Where names in query or body were ignored because the operation does not know them: at most 20 of them, what is not visible ASCII in them as in an address.':
    'Quando nomes em query ou corpo foram ignorados por a operação não os conhecer: no máximo 20 deles; o que neles não é ASCII visível vem escrito como num endereço.',
  '`handling=strict`, where the call preferred that.': '`handling=strict`, quando a chamada preferiu isso.',
  '`bytes`.': '`bytes`.',
  'Of bytes: name of the file.': 'Dos bytes: o nome do arquivo.',
  'Of a part: which, of how many bytes.': 'De uma parte: qual, e de quantos bytes.',
  'Since when, as `@` and seconds since 1970 (RFC 9745).': 'Desde quando, como `@` e segundos desde 1970 (RFC 9745).',
  'Version of the document.': 'Versão do documento.',
  '`true`: the first answer to this `Idempotency-Key` once more.': '`true`: a primeira resposta a esta `Idempotency-Key`, mais uma vez.',
  'What to use instead.': 'O que usar no lugar.',
  'Where the bytes are.': 'Onde estão os bytes.',
  'Where calls are limited: how many are left, and until when.': 'Onde as chamadas são limitadas: quantas restam, e até quando.',
  'Where calls are limited: how many in which time.': 'Onde as chamadas são limitadas: quantas, em quanto tempo.',
  'Seconds after which to call again.': 'Segundos depois dos quais se deve chamar de novo.',
  'Names this call; quote it to the support.': 'Identifica esta chamada; informe-o ao suporte.',
};
