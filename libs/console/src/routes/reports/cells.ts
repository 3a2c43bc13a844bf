import type { ReportColumn } from '../../api/reports';
import { bytes, momentOf, isEnglish, number, shown, t } from '../../i18n';
import { actionIn } from '../audit/words';
import { wordIn } from './words';

/** Columns whose cells are words of the service. */
const WORDED = new Set(['Status', 'TipoGuarda', 'StatusFluxo', 'TipoCampo', 'Tipo']);
/** Numbers that are names. */
const NAMES = /^(Codigo|Sequencia|Posicao|Nº)/;

export const isNumeric = ({ id, type }: ReportColumn) => (type === 'Int64' && !NAMES.test(id)) || type === 'Decimal';

/** A cell as people read it. */
export function cellText({ id, type }: ReportColumn, value: string): string {
  if (value === '') return '';
  if (type === 'Boolean') return value === 'true' ? t.reports.yes : t.reports.no;
  if (type === 'DateTime') return momentOf(value);
  if (type === 'Date') return shown('Data', value);
  if (id === 'TamanhoBytes') return bytes(Number(value));
  if (id === 'Acao') return actionIn(isEnglish, value);
  if (WORDED.has(id)) return wordIn(isEnglish, value);
  return isNumeric({ id, name: '', type }) ? number(Number(value)) : value;
}
