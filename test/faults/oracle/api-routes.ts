import type { Answer, Api, Call } from '../../e2e/support/api';
import { IDS } from '../../e2e/support/api';
import { fetchPath } from '../../e2e/support/adding-files';
import { sharesPath } from '../../e2e/support/reading';
import { isBrokenOff } from '../support/broken-off';
import { sha256 } from '../support/contents';
import type { ExpectedDocument, ExpectedFile } from './expected';
import type { Findings } from './findings';

/** Where the document is to be found; of a create whose answer was lost the database says it. */
export interface Place {
  id: string;
  code: number;
}

/** An answer that breaks off has no status. */
const BROKEN_OFF = { status: 0, text: 'broken off', bytes: Buffer.alloc(0) } as Answer;

async function read<Read extends Pick<Answer, 'status' | 'bytes'>>(reading: () => Promise<Read>): Promise<Read> {
  try {
    return await reading();
  } catch (error) {
    if (isBrokenOff(error)) return BROKEN_OFF as Answer & Read;
    throw error;
  }
}

const isRefused = ({ status }: Answer) => status >= 400 && status < 500;

interface ListedFile {
  idImagem: string;
  nomeDoArquivo: string;
  binario: string;
}

/** Looks at documents by every route on which their bytes leave the service. */
export class ApiRoutes {
  constructor(
    private readonly api: Api,
    private readonly findings: Findings,
  ) {}

  async present(document: ExpectedDocument, place: Place): Promise<void> {
    const ids = { call: document.call, document: place.id };
    this.findings.documents++;
    const found = await this.search(place.code);
    if (found.size === 0) return this.findings.add('document missing', ids, 'search finds nothing');
    for (const [label, values] of document.values) {
      const shown = found.get(label) ?? '';
      if (!values.has(shown)) this.findings.add('value differs', ids, `${label}: ${shown} instead of ${[...values].join(' or ')}`);
    }
    const list = await this.get('/api/Arquivo/Get', { query: { idDocumento: place.id } });
    if (list.status !== 200) return this.findings.add('not readable', ids, `2.1 answers ${list.status} ${list.text.slice(0, 200)}`);
    const listed = list.json.arquivos as ListedFile[];
    const total = found.get('Total de Arquivos');
    if (Number(total) !== listed.length) this.findings.add('value differs', ids, `${total} files by search, ${listed.length} by 2.1`);
    await this.files(document, place, listed);
    this.wholeCalls(document, new Set(listed.map(({ nomeDoArquivo }) => nomeDoArquivo)));
  }

  /** Deleted, or never made: no route shows anything of it. */
  async absent(document: ExpectedDocument): Promise<void> {
    const ids = { call: document.call, document: document.id };
    if (document.code !== null && (await this.search(document.code)).size > 0) this.findings.add('deleted document back', ids, 'by search');
    if (document.id !== null) {
      const list = await this.get('/api/Arquivo/Get', { query: { idDocumento: document.id } });
      if (!isRefused(list)) this.findings.add('deleted document back', ids, `2.1 answers ${list.status}`);
    }
    for (const file of document.files.values()) await this.gone(document, file);
  }

  private async files(document: ExpectedDocument, place: Place, listed: readonly ListedFile[]): Promise<void> {
    const ids = { call: document.call, document: place.id };
    const names = new Map(listed.map((file) => [file.nomeDoArquivo, file]));
    if (names.size < listed.length) this.findings.add('document twice', ids, 'a file is listed twice');
    const shares = await this.shares(place.id);
    for (const { nomeDoArquivo, idImagem } of listed) {
      if (!document.files.has(nomeDoArquivo)) this.findings.add('file unaccounted for', { ...ids, file: idImagem }, nomeDoArquivo);
    }
    for (const file of document.files.values()) {
      const there = names.get(file.name);
      if (!there && file.presence === 'yes') this.findings.add('file missing', { ...ids, file: file.id }, file.name);
      if (!there) await this.gone(document, file);
      else if (file.presence === 'no') this.findings.add('deleted file back', { ...ids, file: there.idImagem }, file.name);
      else await this.bytes(document, file, there, shares.get(there.idImagem));
    }
  }

  private wholeCalls(document: ExpectedDocument, names: ReadonlySet<string>): void {
    const calls = new Set([...document.files.values()].map(({ together }) => together));
    calls.delete(null);
    for (const call of calls) {
      const files = [...document.files.values()].filter(({ together }) => together === call);
      const there = files.filter(({ name }) => names.has(name)).length;
      if (there > 0 && there < files.length) {
        this.findings.add('call half done', { call, document: document.id }, `${there} of ${files.length} files`);
      }
    }
  }

  private async bytes(document: ExpectedDocument, file: ExpectedFile, listed: ListedFile, link: string | undefined): Promise<void> {
    const ids = { call: document.call, document: document.id, file: listed.idImagem };
    this.compare(ids, file, 'list 2.1', Buffer.from(listed.binario, 'base64'));
    const json = await this.get(fetchPath(listed.idImagem));
    if (json.status === 200) this.compare(ids, file, 'fetch 2.5, JSON', Buffer.from(json.json.arquivo as string, 'base64'));
    else this.findings.add('not readable', ids, `2.5 as JSON answers ${json.status}`);
    const raw = await this.get(fetchPath(listed.idImagem), { headers: { accept: 'application/octet-stream' } });
    if (raw.status === 200) this.compare(ids, file, 'fetch 2.5, bytes', raw.bytes);
    else this.findings.add('not readable', ids, `2.5 answers ${raw.status}`);
    if (link === undefined && file.shared === 'yes') this.findings.add('link missing', ids, 'the file is not shared');
    if (link !== undefined && file.shared === 'no') this.findings.add('link alive', ids, 'the file is shared');
    if (link !== undefined) await this.opens(ids, file, link);
    for (const [known, state] of file.links) {
      if (state === 'yes' && known !== link) await this.opens(ids, file, known);
      if (state === 'no') await this.isDead(ids, known);
    }
  }

  private async gone(document: ExpectedDocument, file: ExpectedFile): Promise<void> {
    const ids = { call: document.call, document: document.id, file: file.id };
    if (file.id !== null) {
      const { status } = await this.get(fetchPath(file.id), { headers: { accept: 'application/octet-stream' } });
      if (status < 400) this.findings.add('deleted file back', ids, `2.5 answers ${status}`);
      else if (status >= 500) this.findings.add('not readable', ids, `2.5 answers ${status}`);
    }
    for (const link of file.links.keys()) await this.isDead(ids, link);
  }

  private async opens(ids: Readonly<Record<string, string | number | null>>, file: ExpectedFile, link: string): Promise<void> {
    const first = await this.followed(link);
    if (first.status === 200) this.compare(ids, file, 'share link', first.bytes);
    else this.findings.add('link dead', ids, `answers ${first.status}`);
  }

  private async isDead(ids: Readonly<Record<string, string | number | null>>, link: string): Promise<void> {
    const { status } = await this.followed(link);
    if (status !== 404) this.findings.add('link alive', ids, `answers ${status}`);
  }

  /** Without a login; a redirect leads to the store. */
  private async followed(link: string): Promise<{ status: number; bytes: Buffer }> {
    return read(async () => {
      const answer = await fetch(`${this.api.url}${new URL(link).pathname}`);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    });
  }

  private compare(
    ids: Readonly<Record<string, string | number | null>>,
    { sha256: wanted, size, name }: ExpectedFile,
    route: string,
    bytes: Buffer,
  ): void {
    this.findings.files++;
    this.findings.bytes += bytes.length;
    if (sha256(bytes) !== wanted) this.findings.add('bytes differ', ids, `${name} by ${route}: ${bytes.length} bytes, ${size} were sent`);
  }

  private get(path: string, call?: Call): Promise<Answer> {
    return read(() => this.api.get(path, call));
  }

  private async shares(document: string): Promise<Map<string, string | undefined>> {
    const { status, json } = await this.get(sharesPath(document));
    if (status !== 200) return new Map();
    return new Map((json.Arquivos as Record<string, string>[]).map((file) => [file.IdArquivo as string, file.LinkCompartilhado]));
  }

  /** What 4.4 shows of the document with this code, by label; nothing when there is none. */
  private async search(code: number): Promise<Map<string, string>> {
    const { status, json, text } = await this.get('/api/Documento/Get', { query: { IdCliente: IDS.client, Documento: code } });
    if (status >= 500) this.findings.add('not readable', { code }, `4.4 answers ${status} ${text.slice(0, 200)}`);
    const found = status === 200 ? (json.Metadados as { MetaDados: { Label: string; Valor: string }[] }[]) : [];
    if (found.length > 1) this.findings.add('document twice', { code }, `search finds ${found.length}`);
    return new Map(found[0]?.MetaDados.map(({ Label, Valor }) => [Label, Valor]));
  }
}
