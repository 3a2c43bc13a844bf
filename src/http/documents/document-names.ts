import type { DocumentStatus } from '#domain/documents/document';

/** Contract 4.4. */
export const STATUS_NAMES: Record<DocumentStatus, string> = {
  indexing: 'Em Indexação',
  stored: 'Armazenado',
  lent: 'Emprestado',
  deleted: 'Excluído',
  'partly-lent': 'Emprestado - Parcial',
  electronic: 'Eletrônico',
};

/** `Tipo de Guarda`, by who numbers the box. */
export const CUSTODY_NAMES = { nobody: 'Eletrônico', client: 'Guarda Interna', unit: 'Guarda Terceirizada' } as const;
