/** A group of operations. Controllers use the English name; the Portuguese edition uses the path segment. */
export interface Group {
  name: string;
  portuguese: string;
  title: string;
  description: string;
}

/** The interface's groups in its order, then our extensions. */
export const GROUPS: readonly Group[] = [
  {
    name: 'Authentication',
    portuguese: 'Autenticacao',
    title: 'Authentication',
    description: 'Sign in, renew the session, sign out. Every other call carries the token in `Authorization`.',
  },
  {
    name: 'File',
    portuguese: 'Arquivo',
    title: 'Files',
    description: 'Files of documents: fetch, add, delete, and sign electronically.',
  },
  { name: 'Billing', portuguese: 'Billing', title: 'Billing', description: 'Invoices of a service unit.' },
  {
    name: 'Document',
    portuguese: 'Documento',
    title: 'Documents',
    description: 'Create (V1, V2 and V3), search, change and delete documents; share links of their files.',
  },
  {
    name: 'List',
    portuguese: 'Lista',
    title: 'Lists',
    description: 'Lists of reference rows that documents point at, their fields and their rows.',
  },
  {
    name: 'Workflow',
    portuguese: 'Workflow',
    title: 'Workflows',
    description: 'Definitions of workflows; flows that run by them, with their steps, forms and documents.',
  },
  { name: 'Invoice', portuguese: 'NotaFiscal', title: 'Invoice import', description: 'Import of invoices; kept for older programs alone.' },
  { name: 'Reports', portuguese: 'Relatorios', title: 'Reports', description: 'Reports about a client or a unit, as JSON, CSV or XLSX.' },
  { name: 'User', portuguese: 'Usuario', title: 'Users', description: 'Users, their passwords, status and permissions.' },
  {
    name: 'Service accounts',
    portuguese: 'ContaServico',
    title: 'Service accounts',
    description: 'Extension: accounts of programs, and the keys that they call with instead of a login.',
  },
  {
    name: 'Structure',
    portuguese: 'Estrutura',
    title: 'Structure',
    description: 'Extension: units, clients and levels within reach, with every id that the other operations ask for.',
  },
  {
    name: 'Archive',
    portuguese: 'Acervo',
    title: 'Archive',
    description: "Extension: a client's levels, fields, lists, workflows and profiles as one archive file, for its administrators.",
  },
  {
    name: 'Limits',
    portuguese: 'Limites',
    title: 'Limits',
    description: 'Extension: how much a call may ask for, and how many calls are left.',
  },
  { name: 'Audit', portuguese: 'Auditoria', title: 'Audit', description: 'Extension: who did what, when and from where.' },
  {
    name: 'Event',
    portuguese: 'Evento',
    title: 'Events',
    description: 'Extension: what happened in a client, in order and without gaps, for programs that follow it.',
  },
  {
    name: 'Webhook',
    portuguese: 'Webhook',
    title: 'Webhooks',
    description: "Extension: addresses to which a client's events are sent, signed, in order and until they arrive.",
  },
  {
    name: 'Share links',
    portuguese: 'Compartilhado',
    title: 'Share links',
    description: 'Extension: what stands behind a share link, without a login.',
  },
  {
    name: 'Signatures',
    portuguese: 'Verificar',
    title: 'Signatures',
    description: 'Extension: verification of electronic signatures, without a login.',
  },
  { name: 'Health', portuguese: 'Saude', title: 'Health', description: 'Extension: liveness and readiness, for whoever runs the service.' },
];
