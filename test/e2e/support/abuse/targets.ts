import { CONTRABAND, get, request, type AbuseCase } from './cases';

const target = (text: string, status: number): AbuseCase => ({
  title: `target ${JSON.stringify(text.slice(0, 60))}`,
  send: get(text) + CONTRABAND,
  answers: [status, 400],
  contraband: 1,
});

/** Paths without a route, in various spellings. */
const NOWHERE = [
  'http://x/nada', 'http://', 'https://x:443/nada', 'HTTP://X/nada', 'ftp://x/nada', 'file:///etc/passwd', 'http://user:senha@x/nada', 'http://[::1]/nada', 'http://169.254.169.254/latest',
  '*', '///', '//x/saude/viva', '//saude/viva', '/./saude/viva', '/../saude/viva', '/..;/saude/viva', '/;/saude/viva', '/saude/viva;x=y', '/saude/viva/../saude/viva', '/saude/viva/..', '/saude/viva/%2e%2e/saude/viva', '/%2e%2e/saude/viva', '/%2e/saude/viva', '/.%2e/saude/viva', '/..%2fsaude/viva',
  '/..%5csaude/viva', '/\\saude/viva', '/..\\saude/viva', '/%5c..%5csaude/viva', '/%252e%252e/saude/viva', '/%2fsaude/viva', '/saude/viva%2f', '/saude/viva%00', '/%00', '/saude/viva%00.html', '/saude/viva%0a', '/saude/viva%0d%0aX:%20y', '/saude/viva%20', '/saude/viva.', '/saude/viva.json',
  '/saude/viva%c0%af', '/%c0%ae%c0%ae/saude/viva', '/%uff0e/saude/viva', '/%', '/%zz', '/%2', '/api/..;/saude/viva', '/api/%2e%2e/saude/viva', '/v1', '/v1//saude/viva', '/v1/v1/saude/viva', '/v1/../saude/viva', '/v1%2fsaude/viva',
  '/api//Estrutura', '/api/Estrutura%2f', '/api/Estrutura;a=b', '/api%2fEstrutura', '/api/Estrutura%00', '/.env', '/.git/config', '/etc/passwd', '/wp-login.php', '/actuator/env', '/server-status',
  '/compartilhado', '/compartilhado/', '/compartilhado//', '/compartilhado/%00', '/compartilhado/..', '/compartilhado/..%2f..%2fetc%2fpasswd', '/compartilhado/%2e%2e%2fsaude/viva', '/__proto__', '/constructor',
  `/${'a/'.repeat(4000)}`, `/${'%61'.repeat(4000)}`, `/${'../'.repeat(4000)}etc/passwd`,
]; // prettier-ignore

/** The first page, which contains no data of users. */
const FIRST_PAGE = ['http://x', '//', '/v1/'];

/** Routes that require a token, whatever the query. */
const GUARDED = [
  'http://x/api/Estrutura', 
  '/api/Estrutura', '/API/ESTRUTURA', '/v1/api/Estrutura', '/api/Estrutura/', '/api/Estrutura?', '/api/Estrutura?%', '/api/Estrutura?%zz=%', '/api/Estrutura?a=%00', '/api/Estrutura??', '/api/Estrutura?&&&==',
  '/api/Estrutura?__proto__[x]=1', '/api/Documento/Get?IdCliente=1&IdCliente=2', `/api/Documento/Get?${'a=1&'.repeat(3000)}`, `/api/Documento/Get?a=${'%'.repeat(10_000)}`, '/api/Arquivo/%00/Cliente/%00',
  '/api/Arquivo/../Cliente/x', '/api/Arquivo/%2e%2e/Cliente/x', '/api/Estrutura/%2e', '/api/Arquivo/..;/Cliente/x', '/api/Arquivo/%2f/Cliente/x', '/api/Arquivo/%252f/Cliente/x',
  '/api/Arquivo/%/Cliente/x', '/api/Arquivo/%ff/Cliente/x', '/api/Arquivo/%c0%af/Cliente/x', '/api/Arquivo/%zz/Cliente/x', '/api/Arquivo/%e0%a4%a/Cliente/x',
]; // prettier-ignore
/** Targets that are invalid in a request line. */
const ILLEGIBLE = ['/saude/viva#fragment', '/#', '/nada#?a=b', '#', 'http://x/nada#a'];

export const TARGETS: readonly AbuseCase[] = [
  ...NOWHERE.map((text) => target(text, 404)),
  ...FIRST_PAGE.map((text) => target(text, 200)),
  ...GUARDED.map((text) => target(text, 401)),
  ...ILLEGIBLE.map((text) => ({ title: `target ${text}`, send: get(text) + CONTRABAND, answers: [400] })),
  { title: 'OPTIONS of everything', send: request('OPTIONS', '*') + CONTRABAND, answers: [404, 400], contraband: 1 },
];
