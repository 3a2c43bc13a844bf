import type { Query } from './search-archive';
import { CUSTODY, FIELDS_OF, fold, isWithin, STATUS, type Box, type FieldKind } from './search-scene-archive';
import type { Doc, Scene } from './search-scene';

/** A search as defined by the contract: its parameters, and the documents that they select. */
export interface Wanted {
  query: Query;
  holds(doc: Doc): boolean;
}

const digits = (text: string) => text.replace(/\D/g, '');
const amount = (text: string) => Number(text.replace(/\./g, '').replace(',', '.'));

/** Contract 4.4, "Matching follows the field's type". */
const EQUAL: Record<FieldKind, (stored: string, sent: string) => boolean> = {
  text: (stored, sent) => (sent.endsWith('%') ? fold(stored).startsWith(fold(sent.slice(0, -1))) : fold(stored) === fold(sent)),
  number: (stored, sent) => Number(stored.replace(',', '.')) === Number(sent.replace(',', '.')),
  money: (stored, sent) => amount(stored) === amount(sent),
  date: (stored, sent) => stored === (/^\d{4}-/.test(sent) ? sent.split('-').reverse().join('/') : sent),
  cpf: (stored, sent) => digits(stored) === digits(sent),
  checkbox: (stored, sent) => stored === (['true', '1', 'sim'].includes(fold(sent)) ? 'true' : 'false'),
  options: (stored, sent) => fold(stored) === fold(sent),
};

/** Whether a field of the document with this name (in this list) has the value. */
export const hasValue = (label: string, sent: string, list?: string) => (doc: Doc) =>
  FIELDS_OF[doc.level]!.some(
    (field) =>
      fold(field.label) === fold(label) &&
      (list === undefined || list === '' || fold(field.list ?? '') === fold(list)) &&
      EQUAL[field.kind](doc.values.get(`${field.list ?? ''}/${field.label}`) ?? '', sent) &&
      doc.values.has(`${field.list ?? ''}/${field.label}`),
  );

export const inBox = (code: number) => (doc: Doc) => doc.box !== null && (doc.box.code === code || doc.box.outer?.code === code);

/** The ids of the matches, newest first; deleted documents only if requested by status. */
export function expected(scene: Scene, user: string, wanted: readonly Wanted[]): string[] {
  const { reach } = scene.users[user]!;
  const asksForDeleted = wanted.some(({ query }) => query.IdDocumentoStatus === 4);
  return scene.docs
    .filter((doc) => asksForDeleted || doc.status !== 4)
    .filter((doc) => reach.some(({ level, unit }) => isWithin(doc.level, level) && (unit === undefined || unit === doc.unit)))
    .filter((doc) => wanted.every(({ holds }) => holds(doc)))
    .sort((a, b) => b.code - a.code)
    .map(({ id }) => id);
}

const numbers = (box: Box | null | undefined) => [box ? String(box.code) : '', box?.provisional ?? ''];

/** All labels and values of a document in order, except its id. */
export function shownBy(doc: Doc): [string, string][] {
  const [outer, inner] = doc.box?.outer ? [doc.box.outer, doc.box] : [doc.box, null];
  const [[box, provisional], [subBox, subProvisional]] = [numbers(outer), numbers(inner)] as [string[], string[]];
  return [
    ['ArvoreDocumental', doc.level],
    ...FIELDS_OF[doc.level]!.map(({ label, list }): [string, string] => [label, doc.values.get(`${list ?? ''}/${label}`) ?? '']),
    ['Código do Documento', String(doc.code)],
    ['Status', STATUS[doc.status]!],
    ['Total de Arquivos', doc.status === 4 ? '0' : String(doc.files)],
    ['Nº Caixa', box!],
    ['Nº Provisório', provisional!],
    ['Nº SubCaixa', subBox!],
    ['Nº SubCaixa Provisório', subProvisional!],
    ['Tipo de Guarda', CUSTODY[doc.box?.keeper ?? 'none']],
    ['Icone_Reserva', ''],
    ['Vencimento TTD', doc.due ?? ''],
  ];
}
