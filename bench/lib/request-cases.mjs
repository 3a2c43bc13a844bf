/**
 * The small requests that `bench:requests` measures, and what the targets ask of each: a share of what a floor, or the service without
 * limits, does per second. `work` is what the floors do beside the statements.
 */
import { FILE, NEW_ITEM, SEARCHED } from './items.mjs';
import { searchUrl, valuesToSend } from './wire.mjs';

const VALUES = valuesToSend(NEW_ITEM);
const file = {
  arquivo: FILE.bytes.toString('base64'),
  contentType: FILE.type,
  extensao: 'bin',
  nomeAmigavel: 'Nota',
  compartilhado: true,
};
const one = (url) => ({ urls: [url] });
const page = (Pagina) => (client) => one(searchUrl(client, {}, { Pagina }));
const ofFile = (client) => one(`${client.address}/api/Arquivo/${client.file}/Cliente/${client.idCliente}`);
const LIMITS = 0.95;

/** `request(client, users)`: addresses and JSON bodies, in turn; each call with the session of the next user, unless `anonymous`. */
export const CASES = [
  {
    name: 'create',
    title: 'create without file, 5 values',
    targets: { floor: 0.7, fewest: 0.6, limits: LIMITS },
    work: 'none',
    request: (c) => ({ ...one(c.createUrl), bodies: [{ valoresCampos: VALUES }] }),
  },
  {
    name: 'create-file',
    title: 'create with a file of 100 KB',
    targets: { floor: 0.5, fewest: 0.65, limits: LIMITS },
    work: 'put',
    request: (c) => ({ ...one(c.createUrl), bodies: [shared] }),
  },
  {
    name: 'search-two',
    title: 'search by two fields, 100 questions',
    targets: { floor: 0.7, fewest: 0.7, limits: LIMITS },
    work: 'none',
    request: (c) => ({ urls: SEARCHED.map((question) => searchUrl(c, question)) }),
  },
  {
    name: 'search-page-1',
    title: 'search, page 1',
    targets: { floor: 0.7, fewest: 0.7, limits: LIMITS },
    work: 'none',
    request: page(1),
  },
  { name: 'search-page-1000', title: 'search, page 1 000', targets: { floor: 0.7 }, work: 'none', request: page(1000) },
  {
    name: 'search-restricted',
    title: 'search, page 1, users restricted to a subtree',
    targets: { floor: 0.7, fewest: 0.7, limits: LIMITS },
    work: 'none',
    as: 'restricted',
    request: page(1),
  },
  {
    name: 'bytes',
    title: 'fetch a file of 100 KB as bytes',
    targets: { floor: 0.7, fewest: 0.85, limits: LIMITS },
    work: 'pipe',
    accept: 'application/octet-stream',
    request: ofFile,
  },
  { name: 'base64', title: 'fetch a file of 100 KB as Base64', targets: { floor: 0.7 }, work: 'encode', request: ofFile },
  {
    name: 'link',
    title: 'open a share link',
    targets: { floor: 0.7, fewest: 0.85 },
    work: 'sign',
    anonymous: true,
    request: (c) => one(c.link),
  },
  {
    name: 'login',
    title: 'login',
    targets: { floor: 0.7 },
    work: 'hash',
    anonymous: true,
    request: (c, users) => ({
      ...one(`${c.address}/api/Autenticacao/Login`),
      bodies: users.map(({ login: username }) => ({ username, password: 'Acervo@2026' })),
    }),
  },
];

export const shared = { valoresCampos: VALUES, arquivos: [file] };
