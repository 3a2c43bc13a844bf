/** What a case sends to a service, and a document with a file for the cases that read one. */
import { jsonOf } from './items.mjs';
import { shared } from './request-cases.mjs';

export const usersOf = ({ as = 'everywhere' }, people) => people[as];

/** As calls-load.mjs takes it. */
export function callOf(entry, service, people) {
  const users = usersOf(entry, people);
  const { urls, bodies } = entry.request(service, users);
  return {
    urls,
    ...(entry.accept && { headers: { accept: entry.accept } }),
    ...(bodies && jsonOf(...bodies)),
    ...(!entry.anonymous && { tokens: users.map(({ token }) => `Bearer ${token}`) }),
  };
}

/** One call: this address, with this user's token or body. */
export async function answerOf({ urls, method, headers, type, base64, tokens }, question = 0, user = 0) {
  const url = urls[question % urls.length];
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(type && { 'content-type': type }), ...(tokens && { authorization: tokens[user % tokens.length] }) },
    body: base64 && Buffer.from(base64[user % base64.length], 'base64'),
  });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${url}: ${response.status} ${text}`);
  return { status: response.status, text };
}

/** A document with a shared file, for the cases that read one. */
export async function withFile(service, database) {
  const call = { urls: [service.createUrl], headers: service.headers, ...jsonOf(shared) };
  const [{ idArquivo, linkCompartilhado }] = JSON.parse((await answerOf(call)).text).arquivos;
  const [[row]] = await database.query('SELECT object_key AS objectKey FROM document_file WHERE id = ?', [idArquivo]);
  const link = new URL(linkCompartilhado);
  return { ...service, file: idArquivo, objectKey: row.objectKey, link: `${service.address}${link.pathname}` };
}
