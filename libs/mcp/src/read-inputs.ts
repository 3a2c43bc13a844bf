import { z } from 'zod';

/** Names are those of the API, so that its reference holds for them. */
const id = (what: string) => z.guid().describe(what);

export const CLIENT = id('Client.');
export const UNIT = id('Service unit of the client.');
export const LEVEL = id('Level of the organisational tree.');
export const DOCUMENT = id('Document.');
const START = z.int().min(0).max(10_000_000).optional();

export const Levels = z.strictObject({
  idCliente: CLIENT.optional(),
  contem: z.string().max(250).optional().describe('Only levels whose path ("caminho") has this text.'),
  inicio: START.describe('"proximo" of the page before.'),
});

export const Level = z.strictObject({ idArvoreOrganizacional: LEVEL });

export const DocumentOfClient = z.strictObject({ idCliente: CLIENT, idDocumento: DOCUMENT });

export const FileOfClient = z.strictObject({ idCliente: CLIENT, idArquivo: id('File, as read_document tells it.') });

export const FileText = z.strictObject({
  ...FileOfClient.shape,
  pagina: z.int().min(1).max(2000).optional().describe('From 1.'),
  inicio: START.describe('First character of the page that is wanted.'),
});

export const VALUE = z.union([z.string().max(4000), z.number()]);

const LABEL = z.string().max(250).optional();
const comparison = {
  campo: LABEL.describe('Label of a field.'),
  nomeLista: LABEL.describe('List of the field, where the label alone is not enough.'),
  sistema: z
    .enum(['codigo', 'cadastro', 'vencimento', 'status', 'usuario', 'unidade', 'caixa', 'tipoCaixa', 'chaveExterna', 'arquivos', 'nivel'])
    .optional()
    .describe('Instead of a field: what every document has.'),
  operador: z
    .enum([
      'igual',
      'diferente',
      'em',
      'nao-em',
      'menor',
      'menor-igual',
      'maior',
      'maior-igual',
      'entre',
      'comeca',
      'contem',
      'vazio',
      'preenchido',
    ]) // prettier-ignore
    .optional(),
  valor: VALUE.optional().describe('Dates as dd/MM/yyyy.'),
  valores: z.array(VALUE).max(200).optional().describe('Of "em" and "nao-em"; both ends of "entre".'),
};

/**
 * A condition, or such of which one must hold. The API has deeper groups; these suffice, and need no reference to themselves, which not
 * every client of the protocol understands.
 */
const CONDITIONS = z
  .array(z.strictObject({ ...comparison, alguma: z.array(z.strictObject(comparison)).max(50).optional() }))
  .max(50)
  .optional();

export const Search = z.strictObject({
  idCliente: CLIENT,
  idUnidade: UNIT.optional(),
  idArvoreOrganizacional: LEVEL.optional(),
  filtro: z
    .strictObject({ todas: CONDITIONS, alguma: CONDITIONS, nenhuma: CONDITIONS })
    .optional()
    .describe('One of: all must hold, at least one must, none may.'),
  texto: z
    .string()
    .max(500)
    .optional()
    .describe('Words of the text of files: "multa", "resc*" for a beginning, "-aditivo" for one that must not be there.'),
  ordem: z
    .strictObject({
      campo: LABEL,
      nomeLista: LABEL,
      sistema: z.enum(['codigo', 'cadastro', 'vencimento']).optional(),
      sentido: z.enum(['crescente', 'decrescente']).optional(),
    })
    .optional(),
  colunas: z.array(z.string().max(250)).max(100).optional().describe('Labels of the fields to show.'),
  tamanhoPagina: z.int().min(1).max(50).default(20),
  cursor: z.string().max(4000).optional(),
  contar: z.boolean().optional().describe('Fill in "total".'),
  destaques: z.boolean().optional().describe('With "texto": show where the words are.'),
});
