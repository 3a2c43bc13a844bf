/** What a case sends to a service, and a document with a file for the cases that read one. */
import { shared } from './request-cases.mjs';

export async function answerOf(call) {
  const response = await fetch(call.url, { ...call, redirect: 'manual' });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${call.url}: ${response.status} ${text}`);
  return { status: response.status, text };
}

export async function callOf(entry, service) {
  const { headers } = entry.as ? await service.login(entry.as) : service;
  const sent = { ...(entry.anonymous ? {} : headers), ...(entry.accept && { Accept: entry.accept }) };
  const call = entry.request(service);
  return { method: 'GET', ...call, headers: { ...sent, ...(call.body && { 'Content-Type': 'application/json' }) } };
}

/** A document with a shared file, for the cases that read one. */
export async function withFile(service, database) {
  const call = {
    url: service.createUrl,
    method: 'POST',
    body: JSON.stringify(shared),
    headers: { ...service.headers, 'Content-Type': 'application/json' },
  };
  const [{ idArquivo, linkCompartilhado }] = JSON.parse((await answerOf(call)).text).arquivos;
  const [[row]] = await database.query('SELECT object_key AS objectKey FROM document_file WHERE id = ?', [idArquivo]);
  const link = new URL(linkCompartilhado);
  return { ...service, file: idArquivo, objectKey: row.objectKey, link: `${service.address}${link.pathname}` };
}
