import type { GetNote } from '#application/text-extraction/get-note.use-case';

export type Note = Awaited<ReturnType<GetNote['execute']>>;
export type Format = (value: string) => string;
/** A label, a path, and how the value is written. */
export type Cell = [label: string, path: string, format?: Format, width?: 'wide' | 'all'];
export type Section = [title: string, cells: Cell[]];
export type Table = [title: string, group: string, columns: Cell[]];

export const asIs: Format = (value) => value;
/** Digit by digit: numbers of a note must not be rounded. */
export const decimal: Format = (value) => {
  const [, sign = '', whole, rest] = /^(-?)(\d{1,15})(?:\.(\d{1,10}))?$/.exec(value) ?? [];
  if (whole === undefined) return value;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${rest === undefined ? '' : `,${rest}`}`;
};
export const moment: Format = (value) => {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d).{0,6})?$/.exec(value) ?? [];
  return year === undefined ? value : `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`;
};
export const taxId: Format = (value) =>
  value
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
export const fours: Format = (value) => value.replace(/(.{4})(?=.)/g, '$1 ');
export const choice =
  (words: Record<string, string>): Format =>
  (value) =>
    Object.hasOwn(words, value) ? `${value} – ${words[value]}` : value;

export const modal = choice({
  '01': 'Rodoviário',
  '02': 'Aéreo',
  '03': 'Aquaviário',
  '04': 'Ferroviário',
  '05': 'Dutoviário',
  '06': 'Multimodal',
});

export const party = (path: string, address: string): Cell[] => [
  ['Nome ou razão social', `${path}/xNome`, asIs, 'wide'],
  ['CNPJ', `${path}/CNPJ`, taxId],
  ['CPF', `${path}/CPF`, taxId],
  ['Identificação de estrangeiro', `${path}/idEstrangeiro`],
  ['Inscrição estadual', `${path}/IE`],
  ['Logradouro', `${path}/${address}/xLgr`, asIs, 'wide'],
  ['Número', `${path}/${address}/nro`],
  ['Complemento', `${path}/${address}/xCpl`],
  ['Bairro', `${path}/${address}/xBairro`],
  ['Município', `${path}/${address}/xMun`],
  ['UF', `${path}/${address}/UF`],
  ['CEP', `${path}/${address}/CEP`],
  ['Telefone', `${path}/${address}/fone`],
];
export const AUTHORISATION: Cell[] = [
  ['Protocolo de autorização', 'infProt/nProt'],
  ['Autorizada em', 'infProt/dhRecbto', moment],
  ['Situação', 'infProt/xMotivo', asIs, 'wide'],
];

export interface Layout {
  title: string;
  number: string;
  sections: Section[];
  tables: Table[];
  closing: Section[];
}
