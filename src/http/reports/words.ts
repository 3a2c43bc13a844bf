import type { ReportName } from '#application/reports/report';
import type { ParameterKind, ParameterName } from '#domain/reports/parameters';
import type { Cell, Column, ColumnName, ThingKind, ValueKind } from '#domain/reports/report';
import type { WorkflowStatus } from '#domain/workflows/workflow';
import { ACTION_NAMES } from '../audit/audit.dto';
import { CUSTODY_NAMES, STATUS_NAMES } from '../documents/document-names';
import { TYPE_NAMES as FIELD_TYPE_NAMES } from '../structure/structure.dto';

/** Names of reports, parameters and columns on the wire: all their Portuguese is in this file. */
export const REPORT_NAMES: Record<ReportName, string> = {
  audit: 'Auditoria',
  boxes: 'Caixas e guarda',
  'documents-by-level': 'Documentos por nível e período',
  'documents-by-user': 'Documentos por usuário indexador',
  'documents-due': 'Documentos vencidos e a vencer',
  'list-rows': 'Itens de lista',
  'share-links': 'Links de compartilhamento ativos',
  signatures: 'Assinaturas',
  'storage-by-level': 'Arquivos e armazenamento por nível',
  structure: 'Ids da estrutura',
  'unit-boxes': 'Caixas sob guarda da unidade',
  'unit-documents-due': 'Documentos vencidos e a vencer dos clientes da unidade',
  'unit-storage': 'Arquivos e armazenamento dos clientes da unidade',
  'unit-structure': 'Ids da estrutura dos clientes da unidade',
  users: 'Usuários e permissões',
  workflows: 'Fluxos por status e atraso',
};

export const PARAMETER_NAMES: Record<ParameterName, string> = {
  boxType: 'Tipo de caixa',
  days: 'Vencem nos próximos dias',
  from: 'Data inicial',
  lateOnly: 'Somente fluxos com atraso',
  levelId: 'Id do nível da árvore',
  listId: 'Id da lista',
  login: 'Login',
  occupiedOnly: 'Somente caixas com documentos',
  until: 'Data final',
  userId: 'Id do usuário',
  withSublevels: 'Incluir os níveis abaixo (padrão: true)',
};

/** `NomeColuna` and `NomeAmigavel`. */
export const COLUMN_NAMES: Record<ColumnName, readonly [string, string]> = {
  address: ['Origem', 'Endereço de origem'],
  auditAction: ['Acao', 'Ação'],
  auditSubject: ['Objeto', 'Objeto'],
  boxCode: ['CodigoCaixa', 'Nº Caixa'],
  boxType: ['TipoCaixa', 'Tipo de caixa'],
  bytes: ['TamanhoBytes', 'Tamanho (bytes)'],
  clientName: ['NomeCliente', 'Cliente'],
  companyDocument: ['DocumentoEmpresa', 'Documento da empresa'],
  companyName: ['NomeEmpresa', 'Empresa'],
  createdAt: ['DataCadastro', 'Data de cadastro'],
  custody: ['TipoGuarda', 'Tipo de Guarda'],
  documentCode: ['CodigoDocumento', 'Código do Documento'],
  documentCount: ['QtdDocumentos', 'Documentos'],
  documentId: ['IdDocumento', 'Id do documento'],
  documentStatus: ['Status', 'Status'],
  dueAt: ['PrevisaoTermino', 'Previsão de término'],
  dueDay: ['VencimentoTTD', 'Vencimento TTD'],
  email: ['Email', 'E-mail'],
  endedAt: ['DataFim', 'Data de fim'],
  expiresAt: ['PrazoCompartilhamento', 'Prazo do compartilhamento'],
  fieldType: ['TipoCampo', 'Tipo do campo'],
  fileCount: ['QtdArquivos', 'Total de Arquivos'],
  fileId: ['IdArquivo', 'Id do arquivo'],
  fileName: ['NomeArquivo', 'Arquivo'],
  fileVersion: ['Versao', 'Versão'],
  happenedAt: ['DataHora', 'Data e hora'],
  isActive: ['Ativo', 'Ativo'],
  late: ['Atrasado', 'Com atraso'],
  levelId: ['IdArvoreOrganizacional', 'Id do nível'],
  levelPath: ['ArvoreDocumental', 'Árvore Documental'],
  link: ['LinkCompartilhado', 'Link'],
  login: ['Login', 'Login'],
  originMessage: ['OrigemAssinatura', 'Origem da assinatura'],
  outerBoxCode: ['CodigoCaixaExterna', 'Dentro da caixa'],
  overdue: ['Vencido', 'Vencido'],
  profileId: ['IdPerfil', 'Id do perfil'],
  profileName: ['NomePerfil', 'Perfil'],
  provisionalNumber: ['NumeroProvisorio', 'Nº Provisório'],
  requestId: ['IdRequisicao', 'Id da requisição'],
  rowId: ['IdLinhaLista', 'Id do item'],
  sequence: ['Sequencia', 'Sequência'],
  sharedAt: ['DataCompartilhamento', 'Data do compartilhamento'],
  signatureCode: ['CodigoVerificacao', 'Código de verificação'],
  signedAt: ['DataAssinatura', 'Data da assinatura'],
  signerDocument: ['DocumentoSignatario', 'Documento do signatário'],
  signerName: ['NomeSignatario', 'Signatário'],
  startedAt: ['DataInicio', 'Data de início'],
  taskName: ['NomeTarefa', 'Tarefa atual'],
  thingId: ['Id', 'Id'],
  thingKind: ['Tipo', 'Tipo'],
  thingName: ['Nome', 'Nome'],
  thingPlace: ['Local', 'Local'],
  unitName: ['NomeUnidade', 'Unidade'],
  userId: ['IdUsuario', 'Id do usuário'],
  userName: ['NomeUsuario', 'Usuário'],
  workflowCode: ['CodigoWorkflow', 'Nº do fluxo'],
  workflowId: ['IdWorkflow', 'Id do fluxo'],
  workflowName: ['NomeFluxo', 'Fluxo'],
  workflowStatus: ['StatusFluxo', 'Status do fluxo'],
};

const THING_NAMES: Record<ThingKind, string> = {
  unit: 'Unidade',
  client: 'Cliente',
  level: 'Nível da árvore',
  'box-type': 'Tipo de caixa',
  field: 'Campo customizado',
  list: 'Lista',
  'list-field': 'Campo de lista',
};

const WORKFLOW_STATUS_NAMES: Record<WorkflowStatus, string> = {
  running: 'Em execução',
  finished: 'Concluído',
  cancelled: 'Cancelado',
};

/** Columns with translated cells. */
export const WORDS: Partial<Record<ColumnName, Readonly<Record<string, string>>>> = {
  auditAction: ACTION_NAMES,
  custody: CUSTODY_NAMES,
  documentStatus: STATUS_NAMES,
  fieldType: FIELD_TYPE_NAMES,
  thingKind: THING_NAMES,
  workflowStatus: WORKFLOW_STATUS_NAMES,
};

export const PARAMETER_TYPES: Record<ParameterKind, string> = {
  text: 'String',
  guid: 'Guid',
  integer: 'Int32',
  flag: 'Boolean',
  'moment-start': 'DateTime',
  'moment-end': 'DateTime',
};

export const COLUMN_TYPES: Record<ValueKind, string> = {
  text: 'String',
  guid: 'Guid',
  moment: 'DateTime',
  day: 'Date',
  integer: 'Int64',
  decimal: 'Decimal',
  flag: 'Boolean',
};

/** A label of the archive is both names. */
export const columnNames = (column: Column): readonly [string, string] =>
  'name' in column ? COLUMN_NAMES[column.name] : [column.label, column.label];

/** Translates a cell. */
export function worded(column: Column, cell: Cell): Cell {
  if (typeof cell !== 'string' || !('name' in column)) return cell;
  return WORDS[column.name]?.[cell] ?? cell;
}
