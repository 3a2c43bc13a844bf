/** The item that every contestant stores, and the 100 000 of them that are searched: an invoice of five fields. */
import { createHash, randomBytes } from 'node:crypto';

const SUPPLIERS = 200;
/** Of one supplier: on so many days, of so many days in all. */
const DAYS_OF_ONE = 5;
const DAYS = 100;
const FIRST_DAY = Date.UTC(2018, 0, 1);
const SEARCHES = 100;

/** The digit that follows these in a CNPJ. */
function checkDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function cnpjOf(supplier) {
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

/** Different searches in rotation, so that no system answers from a cache. */
export const SEARCHED = Array.from({ length: SEARCHES }, (_, supplier) => ({
  cnpj: CNPJS[supplier],
  data_emissao: dayOf(supplier, supplier % DAYS_OF_ONE),
}));

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
  return { method: 'POST', contentType: `multipart/form-data; boundary=${boundary}`, base64: body.toString('base64') };
}

export const jsonOf = (value) => ({
  method: 'POST',
  contentType: 'application/json',
  base64: Buffer.from(JSON.stringify(value)).toString('base64'),
});
