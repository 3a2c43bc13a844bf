/** Bodies of creates that differ from each other by a number alone, and the bytes that each must give back. */
import { createCipheriv } from 'node:crypto';
import { cnpjOf } from './items.mjs';

const FILE_BYTES = 100 * 1024;
/** A multiple of 3: the Base64 of what follows does not depend on it. */
const HEAD_BYTES = 48;
const TAIL = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(FILE_BYTES - HEAD_BYTES));
const TAIL_TEXT = TAIL.toString('base64');
/** Rows of one list that all creates fight for. */
export const SUPPLIERS = 60;

const headOf = (number) => Buffer.from(`nota ${number}\n`.padEnd(HEAD_BYTES, '.'));
export const bytesOf = (number) => Buffer.concat([headOf(number), TAIL]);

/** Five values and a file of 100 KB. */
export function invoice(number) {
  const valoresCampos = [
    { label: 'Número', valorCampo: String(number) },
    { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    { label: 'CPF/CNPJ Fornecedor', valorCampo: cnpjOf(number % SUPPLIERS) },
    { label: 'Valor Total', valorCampo: '1234,56' },
    { label: 'Observação', valorCampo: 'Entregue em mãos' },
  ];
  const file = { arquivo: '', contentType: 'application/octet-stream', extensao: 'bin', nomeAmigavel: 'Nota' };
  return JSON.stringify({ valoresCampos, arquivos: [file] }).replace(
    '"arquivo":""',
    `"arquivo":"${headOf(number).toString('base64')}${TAIL_TEXT}"`,
  );
}

/** No file; a row of a list, which the first create that names it adds. */
export function contract(number) {
  const nomeLista = 'Fornecedores';
  const supplier = number % SUPPLIERS;
  return JSON.stringify({
    valoresCampos: [
      { label: 'Título', valorCampo: `contrato ${number}` },
      { nomeLista, label: 'CNPJ', valorCampo: cnpjOf(supplier) },
      { nomeLista, label: 'Razão Social', valorCampo: `Fornecedor ${supplier}` },
    ],
  });
}
