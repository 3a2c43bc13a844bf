/** Words and numbers of the wire, as people read them. No catalogue is needed here, so that they can be tested by themselves. */

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
/** Making a format takes longer than using it for all rows of a screen. */
function format<F extends Intl.NumberFormat | Intl.DateTimeFormat>(
  make: new (locale: string, options: object) => F,
  locale: string,
  options: object,
): F {
  const key = make.name + locale + JSON.stringify(options);
  const found = kept.get(key) ?? new make(locale, options);
  kept.set(key, found);
  return found as F;
}
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) => format(Intl.NumberFormat, locale, options);
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) => format(Intl.DateTimeFormat, locale, options);

/** Days of the wire are 31/12/2026, with a time for some fields. */
export function dayIn(locale: string, wire: string): string {
  if (!locale.startsWith('en')) return wire;
  const [, d, m, y, rest] = /^(\d{2})\/(\d{2})\/(\d{4})(.*)$/.exec(wire) ?? [];
  if (rest === undefined) return wire;
  const date = new Date(Number(y), Number(m) - 1, Number(d));
  return dateFormat(locale, { day: '2-digit', month: 'short', year: 'numeric' }).format(date) + rest;
}

const GROUPED = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;

/** Amounts of the wire are 6260,61, 6260.61 or 6.260,61; a point groups thousands as the service reads it. */
export function amountOf(wire: string): number {
  const [, sign = '', digits = ''] = /^([+-]?)(?:R\$[ \u00a0]?)?(\d.*)$/.exec(wire) ?? [];
  const [, whole, fraction = ''] = GROUPED.exec(digits) ?? PLAIN.exec(digits) ?? [];
  return whole === undefined ? NaN : Number(`${sign}${whole.replaceAll('.', '')}.${fraction}`);
}

export function moneyIn(locale: string, wire: string): string {
  const amount = amountOf(wire);
  if (Number.isNaN(amount)) return wire;
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
}

export function bytesIn(locale: string, value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), units.length - 1);
  return `${numberFormat(locale, { maximumFractionDigits: 1 }).format(value / 1000 ** power)} ${units[power]}`;
}

const STATUSES = {
  'Em Indexação': '1',
  Armazenado: '2',
  Emprestado: '3',
  Excluído: '4',
  'Emprestado - Parcial': '5',
  Eletrônico: '6',
} as const;
export type StatusCode = (typeof STATUSES)[keyof typeof STATUSES];
export const statusCode = (wire: string): StatusCode | undefined => (STATUSES as Record<string, StatusCode>)[wire];
