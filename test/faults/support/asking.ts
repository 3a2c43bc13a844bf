import { IDS, place, type Answer, type Api, type Call } from '../../e2e/support/api';
import { bodyOf, createdBy, PATHS, type Version } from '../../e2e/support/creates';
import { deleteFile, jsonOf } from '../../e2e/support/adding-files';
import { revokePath, sharesPath, type SharedFile } from '../../e2e/support/reading';
import type { Answered, Intent } from '../oracle/ledger';
import { isBrokenOff } from './broken-off';
import { bytesOf } from './contents';

/** How a create is made. */
export const howOf = (version: Version, level: 'invoices' | 'contracts') => `${version} ${level}`;

/** The list cells of a contract are shown under their labels alone. */
const LIST = 'Fornecedores';
const CELLS = ['CNPJ', 'Razão Social'];

function create(api: Api, { how, values, files, external, hopeless }: Intent, call: Call): Promise<Answer> {
  const [version, level] = how.split(' ') as [Version, 'invoices' | 'contracts'];
  const shown = Object.entries(values).map(([label, valorCampo]) => ({
    label,
    valorCampo,
    ...(CELLS.includes(label) && { nomeLista: LIST }),
  }));
  const mandatory = level === 'invoices' ? [{ label: 'Data de Emissão', valorCampo: '15/08/2024' }] : [];
  const body = bodyOf(version, {
    // Without a mandatory field, which is found out after the bytes have come in.
    values: [...shown, ...(hopeless ? [] : mandatory)],
    files: files.map(({ name, seed, size, share }) => ({
      name,
      content: bytesOf(seed, size),
      extension: 'txt',
      ...(version !== 'V1' && { share }),
    })),
  });
  return api.post(PATHS[version], {
    query: place(IDS[level]),
    body: { ...body, [version === 'V2' ? 'ChaveExterna' : 'chaveExterna']: external },
    ...call,
  });
}

/** Makes the call that an intent is about. */
export function ask(api: Api, intent: Intent): Promise<Answer> {
  const document = intent.document as string;
  const call: Call = intent.key === null ? {} : { headers: { 'idempotency-key': intent.key } };
  const idImagem = intent.named.map(({ id }) => id).join();
  switch (intent.operation) {
    case 'create':
      return create(api, intent, call);
    case 'add': {
      const body = jsonOf(intent.files.map(({ name, seed, size }) => ({ name, content: bytesOf(seed, size) })));
      return api.post(`/api/Arquivo/${intent.how}`, { query: { idDocumento: document }, body, ...call });
    }
    case 'delete-file':
      return deleteFile(api, document, intent.named[0]?.id as string);
    case 'delete-document':
      return api.delete('/api/Documento/Delete', { query: { ...place(IDS[intent.how as 'invoices']), idDocumento: document } });
    case 'change': {
      const body = Object.entries(intent.values).map(([campo, valor]) => ({ campo, valor }));
      return api.call('PUT', '/api/Documento/Put', { query: { ...place(IDS[intent.how as 'invoices']), idDocumento: document }, body });
    }
    case 'share':
      return api.post(sharesPath(document), { ...(idImagem && { query: { idImagem } }), body: {}, ...call });
    case 'unshare':
      return api.patch(revokePath(document), { ...(idImagem && { query: { idImagem } }), body: {} });
  }
}

/** What the ledger keeps of an answer. */
export function keptOf(intent: Intent, answer: Answer): Answered {
  const { status } = answer;
  if (status >= 300) return { status, said: answer.text.slice(0, 500) };
  if (intent.operation === 'create') {
    const { id, code, files } = createdBy(answer);
    return {
      status,
      id,
      code,
      files: files.map(({ id: file, link }, index) => ({ name: intent.files[index]?.name as string, id: file, link: link ?? null })),
    };
  }
  if (intent.operation === 'add' && intent.how === 'Upload') {
    return {
      status,
      files: (answer.json as { idImagem: string; nomeImagem: string }[]).map(({ idImagem: id, nomeImagem: name }) => ({
        name,
        id,
        link: null,
      })),
    };
  }
  if (intent.operation !== 'share') return { status };
  const shared = answer.json.Arquivos as SharedFile[];
  return {
    status,
    files: shared.map(({ IdArquivo: id, NomeAmigavel: name, LinkCompartilhado: link }) => ({ name, id, link: link ?? null })),
  };
}

/** What a call brought; no status where no answer came, or not all of it. */
export async function answerTo(api: Api, intent: Intent): Promise<Answered> {
  try {
    return keptOf(intent, await ask(api, intent));
  } catch (error) {
    if (!isBrokenOff(error)) throw error;
    return { status: null };
  }
}
