import { t } from '../i18n';
import { addressOf, authorization, call, insist } from './call';
import { Refusal, refusalOf } from './refusal';
import { session } from './session';

interface Options {
  key: string;
  progress: (share: number) => void;
  signal: AbortSignal;
}

/** fetch() does not report the progress of a request. */
function transfer(token: string, address: string, file: File, { key, progress, signal }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries({ ...authorization(token), 'Idempotency-Key': key })) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new Refusal(0, '', t.problems.offline)));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    request.addEventListener('load', () => {
      if (request.status < 300) resolve();
      else reject(refusalOf(request.status, request.responseText, (name) => request.getResponseHeader(name)));
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('arquivo', file, file.name);
    request.send(form);
  });
}

/** Adds a file to a document (operation 2.3). */
export function sendFile(document: string, file: File, options: Options): Promise<void> {
  const address = addressOf('/api/Arquivo/Upload', { idDocumento: document });
  return insist(async (token) => {
    try {
      await transfer(token, address, file, options);
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.status !== 0) throw problem;
      // A service that refuses a large body early may close the connection before the browser has read why: a small call tells.
      await call('GET', '/api/Estrutura', { signal: options.signal });
      if (session.get()?.Token === token) throw problem;
      throw new Refusal(401, 'TOKEN_INVALIDO', problem.message);
    }
  });
}
