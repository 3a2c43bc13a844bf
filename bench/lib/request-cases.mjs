/**
 * The small requests that `bench:requests` measures, and what the targets ask of each: a share of the floor's requests per second. `work` is
 * what the floor does beside the statements.
 */
import { randomBytes } from 'node:crypto';

const FILE_BYTES = 100 * 1024;
const VALUES = [
  { label: 'Número', valorCampo: '77' },
  { label: 'Data de Emissão', valorCampo: '15/08/2024' },
  { label: 'CPF/CNPJ Fornecedor', valorCampo: '11.222.333/0001-81' },
  { label: 'Valor Total', valorCampo: '1234,56' },
  { label: 'Observação', valorCampo: 'Entregue em mãos' },
];
const file = () => ({
  arquivo: randomBytes(FILE_BYTES).toString('base64'),
  contentType: 'application/octet-stream',
  extensao: 'bin',
  nomeAmigavel: 'Nota',
  compartilhado: true,
});
const json = (body) => ({ method: 'POST', body: JSON.stringify(body) });

const search = (more) => (client) => {
  const query = new URLSearchParams({ IdCliente: client.idCliente, TamanhoPagina: 50, ...more });
  return { url: `${client.address}/api/Documento/Get?${query}` };
};
/** As `demo-fill.mjs` has them: one of 365 days, one of 20 notes. */
const BY_TWO = {
  'ValoresCampos[0].Label': 'Observação',
  'ValoresCampos[0].ValorCampo': 'observação 7',
  'ValoresCampos[1].Label': 'Data de Emissão',
  'ValoresCampos[1].ValorCampo': '12/02/2015',
};
const ofFile = (path) => (client) => ({ url: `${client.address}${path(client)}` });

/** `request(client)` with the demo user's session unless `as` names another. */
export const CASES = [
  {
    name: 'create',
    title: 'create without file, 5 values',
    target: 0.7,
    work: 'none',
    request: (c) => ({ url: c.createUrl, ...json({ valoresCampos: VALUES }) }),
  },
  {
    name: 'create-file',
    title: 'create with a file of 100 KB',
    target: 0.5,
    work: 'put',
    request: (c) => ({ url: c.createUrl, ...json({ valoresCampos: VALUES, arquivos: [file()] }) }),
  },
  { name: 'search-two', title: 'search by two fields', target: 0.7, work: 'none', request: search(BY_TWO) },
  { name: 'search-page-1', title: 'search, page 1', target: 0.7, work: 'none', request: search({ Pagina: 1 }) },
  { name: 'search-page-1000', title: 'search, page 1 000', target: 0.7, work: 'none', request: search({ Pagina: 1000 }) },
  {
    name: 'search-restricted',
    title: 'search, page 1, user restricted to a subtree',
    target: 0.7,
    work: 'none',
    as: 'financeiro',
    request: search({ Pagina: 1 }),
  },
  {
    name: 'bytes',
    title: 'fetch a file of 100 KB as bytes',
    target: 0.7,
    work: 'pipe',
    accept: 'application/octet-stream',
    request: ofFile((c) => `/api/Arquivo/${c.file}/Cliente/${c.idCliente}`),
  },
  {
    name: 'base64',
    title: 'fetch a file of 100 KB as Base64',
    target: 0.7,
    work: 'encode',
    request: ofFile((c) => `/api/Arquivo/${c.file}/Cliente/${c.idCliente}`),
  },
  { name: 'link', title: 'open a share link', target: 0.7, work: 'sign', anonymous: true, request: (c) => ({ url: c.link }) },
  {
    name: 'login',
    title: 'login',
    target: 0.7,
    work: 'hash',
    anonymous: true,
    request: (c) => ({ url: `${c.address}/api/Autenticacao/Login`, ...json({ username: 'demo', password: 'Acervo@2026' }) }),
  },
];

export const shared = { valoresCampos: VALUES, arquivos: [file()] };
