/** The item that every contestant stores, and the many of them that are searched: an invoice of five fields. */
import { createHash, randomBytes } from 'node:crypto';

const SUPPLIERS = 200;
/** Of one supplier: on so many days, of so many days in all. */
const DAYS_OF_ONE = 5;
const DAYS = 100;
const FIRST_DAY = Date.UTC(2018, 0, 1);
const SEARCHES = 100;
const SEED = 1;

/** The digit that follows these in a CNPJ. */
function checkDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Fourteen digits, the last two of which follow from the others. */
export function cnpjOf(supplier) {
  const base = `${String(supplier + 1).padStart(8, '0')}0001`;
  const first = checkDigit(base);
  return `${base}${first}${checkDigit(`${base}${first}`)}`;
}

const CNPJS = Array.from({ length: SUPPLIERS }, (_, supplier) => cnpjOf(supplier));
const dayOf = (supplier, turn) => new Date(FIRST_DAY + ((supplier * DAYS_OF_ONE + turn) % DAYS) * 86_400_000).toISOString().slice(0, 10);

/** Of 100 000: a supplier has 500, a day 1 000, both together 100. */
export function itemOf(n) {
  const supplier = n % SUPPLIERS;
  return {
    numero: String(n),
    data_emissao: dayOf(supplier, Math.floor(n / SUPPLIERS) % DAYS_OF_ONE),
    cnpj: CNPJS[supplier],
    valor: ((n * 31) % 100_000) + (n % 100) / 100,
    observacao: `observação número ${n}`,
  };
}

/** So many items as SQL takes them, a piece at a time. */
export function* pieces(count, size = 2000) {
  for (let from = 1; from <= count; from += size) {
    yield Array.from({ length: Math.min(size, count - from + 1) }, (_, index) => [from + index, itemOf(from + index)]);
  }
}

/** How many of so many items each question finds at least. */
export const foundOf = (count) => Math.floor(count / (SUPPLIERS * DAYS_OF_ONE));

const PAIRS = CNPJS.flatMap((cnpj, supplier) =>
  Array.from({ length: DAYS_OF_ONE }, (_, turn) => ({ cnpj, data_emissao: dayOf(supplier, turn) })),
);
const drawn = ({ cnpj, data_emissao: day }) => createHash('sha256').update(`${SEED} ${cnpj} ${day}`).digest('hex');
/** Different questions in rotation, so that no system answers from a cache; drawn by a hash, so the same in every run and for everybody. */
export const SEARCHED = PAIRS.map((pair) => [drawn(pair), pair])
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .slice(0, SEARCHES)
  .map(([, pair]) => pair);

/** What is created: a supplier and a day of its own. The digits of its CNPJ are right, for those who check them. */
export const NEW_ITEM = {
  numero: '77',
  data_emissao: '2024-08-15',
  cnpj: '11222333000181',
  valor: 1234.56,
  observacao: 'Entregue em mãos',
};

/** An unknown file type, so that no system converts it. */
const bytes = randomBytes(100 * 1024);
export const FILE = { bytes, name: 'nota.bin', type: 'application/octet-stream', sha256: createHash('sha256').update(bytes).digest('hex') };

/** The body of a form, as a client sends it: fields, and the file under `name`. */
export function formOf(fields, name) {
  const boundary = `----${randomBytes(12).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${FILE.name}"\r\nContent-Type: ${FILE.type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts.join('') + head), FILE.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { method: 'POST', type: `multipart/form-data; boundary=${boundary}`, base64: [body.toString('base64')] };
}

/** A call with these bodies in turn. */
export const jsonOf = (...values) => ({
  method: 'POST',
  type: 'application/json',
  base64: values.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
});
