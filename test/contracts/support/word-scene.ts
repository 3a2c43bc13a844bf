import { wordsOf } from '#domain/documents/words';
import { Scope } from '#domain/access/scope';
import type { WordOptions } from '#application/ports/text-index';
import type { DocumentChange } from '#domain/documents/document';
import { fold } from '#domain/text';
import { aDocument } from '../../builders/a-document';
import { DEMO, fieldCode, listField, scopeOf } from '../../builders/demo';
import type { Archive } from './typeorm-archive';

/** Contracts with a title (`title`) and a supplier (`name`, `city`), notes of invoices (`note`), and how they are asked for. */
export async function wordScene(archive: Archive) {
  const demo = await scopeOf(archive);
  const scope = Scope.grant(demo.actor, demo.permission, [{ ...demo.client, parts: [{ unitIds: 'all', nodeCodes: 'all' }] }]);
  const { structure } = scope.client;
  const fields = {
    title: fieldCode(structure, DEMO.contracts, 'Título'),
    term: fieldCode(structure, DEMO.contracts, 'Vigência'),
    note: fieldCode(structure, DEMO.invoices, 'Observação'),
    name: listField(structure, DEMO.suppliers, 'Razão Social').code,
    city: listField(structure, DEMO.suppliers, 'Cidade').code,
    cnpj: listField(structure, DEMO.suppliers, 'CNPJ').code,
  };
  type Field = keyof typeof fields;
  const valueOf = ([field, text]: [string, string]) => ({ fieldCode: fields[field as Field], text, key: fold(text) });
  const valuesOf = (texts: Partial<Record<Field, string>>) => Object.entries(texts).map(valueOf);
  let rows = 0;

  return {
    scope,
    fields,
    aContract: (texts: Partial<Record<Field, string>>, rowCode?: number, nodeId = DEMO.contracts) =>
      aDocument(scope, { nodeId, values: valuesOf(texts), rows: new Map(rowCode ? [[DEMO.suppliers, rowCode]] : []) }),
    /** Together, as a group of creates. */
    file: (...documents: ReturnType<typeof aDocument>[]) =>
      archive.unitOfWork.run(() => archive.documents.addAll(documents.map((document) => ({ scope, document })))),
    addSupplier: (texts: Partial<Record<Field, string>>) =>
      archive.listRows.addOrFind(scope, DEMO.suppliers, `supplier ${++rows}`, valuesOf(texts)),
    correct: (id: string, texts: Partial<Record<Field, string>>, ...cleared: Field[]) =>
      archive.unitOfWork.run(async () => {
        const row = await archive.listRows.hold(scope, DEMO.suppliers, id);
        const change = { values: valuesOf(texts), cleared: cleared.map((field) => fields[field]), key: null };
        await archive.listRows.change(scope, row!, change);
      }),
    change: (id: string, texts: Partial<Record<Field, string>>, more: Partial<DocumentChange> = {}) =>
      archive.unitOfWork.run(async () => {
        const document = await archive.documents.hold(scope, id);
        const change = { cleared: [], rows: new Map(), unlinked: [], dueDay: null, ...more };
        await archive.documents.change(scope, document!, { values: valuesOf(texts), ...change });
      }),
    remove: (id: string) =>
      archive.unitOfWork.run(async () => {
        const document = await archive.documents.find(scope, id);
        await archive.documents.markDeleted(scope, document!, new Date());
      }),
    /** Each word of the text begins a word of a value of one of the fields. */
    async found(field: Field | readonly Field[], text: string, options: Partial<WordOptions> = {}, within = scope): Promise<number[]> {
      const words = wordsOf(text).map((word) => ({ word, isBeginning: true }));
      const query = { within: [field].flat().map((each) => fields[each]), words };
      return (await archive.textIndex.match(within, query, { limit: 1000, ...options })).codes;
    },
    inFiles: async (text: string, options: Partial<WordOptions> = {}, within = scope) => {
      const words = text
        .split(' ')
        .map((word) => ({ word: word.replace(/[-*]/g, ''), isBeginning: word.endsWith('*'), isUnwanted: word.startsWith('-') }));
      return (await archive.textIndex.match(within, { within: 'files', words }, { limit: 1000, ...options })).codes;
    },
  };
}

export type WordScene = Awaited<ReturnType<typeof wordScene>>;
