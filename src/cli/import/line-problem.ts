import type { Details, DomainError, FieldProblem, FieldProblemCode } from '#domain/errors';
import { fold } from '#domain/text';
import { wirePath } from '#http/errors/field-names';
import { ERRORS, FIELD_ERRORS } from '#http/errors/messages';
import { t } from '#src/terminal/language';
import type { RefusedLine } from './result-file';
import type { Columns, FieldColumn } from './columns';

/** A line cannot be imported, for these reasons; the columns are called as the file calls them. */
export class LineRefused extends Error {
  constructor(readonly problems: readonly RefusedLine[]) {
    super(problems.map(({ column, message }) => `${column}: ${message}`).join('\n'));
  }
}

export const alreadyDifferent = () =>
  t(
    'This line was imported with another content: undo the change, or move the new document to a CSV file of its own.',
    'Esta linha já foi importada com outro conteúdo: desfaça a alteração ou leve o novo documento para um arquivo CSV à parte.',
  );

/** Of a refusal of the API, which words it in Portuguese, the code and its details in plain English. */
function inEnglish(code: string, details: Details): string {
  const shown = Object.entries(details).map(([name, value]) => `${name}: ${String(value)}`);
  const words = code.toLowerCase().replaceAll('_', ' ');
  return shown.length === 0 ? words : `${words} (${shown.join(', ')})`;
}

export const problemText = (code: FieldProblemCode, details: Details = {}) =>
  t(inEnglish(code, details), FIELD_ERRORS[code].mensagem(details));

/** Words of the code and of the wire alike. */
const PLACE_OF = new Map([
  ['boxCode', 'caixa'],
  ['codigoCaixa', 'caixa'],
  ['externalKey', 'chaveExterna'],
  ['chaveExterna', 'chaveExterna'],
  ['files', 'arquivos'],
  ['arquivos', 'arquivos'],
] as const);

const OF_FILES = new Set(['FILE_TOO_LARGE', 'TOO_MANY_FILES']);

/** A refusal in terms of the CSV file. */
export function worded(error: DomainError, columns: Columns, sent: readonly FieldColumn[], files: readonly string[]): LineRefused {
  const title = (place: 'caixa' | 'chaveExterna' | 'arquivos') => columns.places.get(place)?.title ?? place;
  if (error.problems.length === 0) {
    const message =
      error.code === 'IDEMPOTENCY_KEY_REUSED'
        ? alreadyDifferent()
        : t(inEnglish(error.code, error.details), ERRORS[error.code].mensagem(error.details));
    return new LineRefused([{ column: OF_FILES.has(error.code) ? title('arquivos') : '', message }]);
  }
  return new LineRefused(
    error.problems.map((problem) => {
      const { path, code, details = {} } = problem;
      const message = problemText(code, details);
      const [first, index] = path;
      const place = PLACE_OF.get(first as 'files');
      if (place === 'arquivos') {
        const name = typeof index === 'number' ? files[index] : undefined;
        return { column: title(place), message: name === undefined ? message : `${name}: ${message}` };
      }
      return { column: place ? title(place) : fieldColumn(problem, columns, sent), message };
    }),
  );
}

function fieldColumn({ path, details = {} }: FieldProblem, columns: Columns, sent: readonly FieldColumn[]): string {
  const [first, index] = path;
  if (first !== 'values' && first !== 'valoresCampos') return wirePath(path);
  if (typeof index === 'number') return sent[index]?.title ?? wirePath(path);
  // What is missing stands nowhere in the line: it is named by the field or the list.
  const [label, list] = [fold(String(details.label ?? '')), details.list];
  const known = columns.fields.find((field) => fold(field.label) === label && (list === undefined || field.listName !== null));
  return known?.title ?? String(details.label ?? '');
}
