/** Writes documents into a filled database as the service writes them, in groups, each in a transaction; without events and what else a call writes. */
import { randomInt, randomUUID } from 'node:crypto';
import { FIELDS, ROWS, USERS } from './search-fill.mjs';

/** Levels that the newest documents of the archive are in, as often as there. */
const LEVELS = [...Array(5).fill('Grande'), ...Array(3).fill('Médio'), ...Array.from({ length: 2 }, (_, index) => `Filial ${index}`)];

export async function openFiling({ load, sql, unitOfWork, connection, archive }) {
  const { insertDocuments } = await load('infrastructure/typeorm/documents/document-writing');
  const [nodes] = await connection.query('SELECT code, name FROM tree_node');
  const [[list]] = await connection.query('SELECT id FROM value_list');
  const codeOf = (name) => nodes.find((node) => node.name === name).code;
  const fields = Object.keys(FIELDS).map((label) => archive.field(label));
  const texts = Object.keys(FIELDS).filter((label) => FIELDS[label] === 'text');
  const textFields = new Set([...texts, 'UF', 'CNPJ'].map((label) => archive.field(label)));

  function document() {
    const n = randomInt(2 ** 40);
    const day = new Date(Date.UTC(2015, 0, 1 + (n % 3650))).toISOString().slice(0, 10);
    const amount = String(n % 100_000);
    const values = [
      [String(n)],
      [`fornecedor ${n % 3000}`],
      [`tipo ${n % 4}`],
      [day.split('-').reverse().join('/'), day],
      [`${amount},00`, `p${amount.length}${amount}`],
      [`observação número ${n}`, `observacao numero ${n}`],
    ];
    const head = {
      ...{ id: randomUUID(), unitId: archive.units[n % 3 ? 0 : 1], status: 'stored', boxId: null, dueDay: null, createdAt: new Date() },
      ...{ createdBy: USERS[n % 7 ? 0 : 1], changedAt: null, deletedAt: null, externalKey: n % 2 ? null : `anew-${n}`, version: 1 },
    };
    const content = {
      values: values.map(([text, key = text], index) => ({ fieldCode: fields[index], text, key })),
      rows: [[list.id, 1 + (n % ROWS)]],
      textFields,
    };
    const nodeCode = codeOf(LEVELS[n % LEVELS.length]);
    return { place: { code: null, clientId: archive.clientId, nodeCode }, head, content, fileCount: 0 };
  }
  return (count) => unitOfWork.run(() => insertDocuments(sql, Array.from({ length: count }, document)));
}
