import { Api, IDS } from '../../e2e/support/api';
import type { Chance } from '../../e2e/support/chance';
import { fetchPath } from '../../e2e/support/adding-files';
import { sharesPath, type SharedFile } from '../../e2e/support/reading';
import { VERSIONS } from '../../e2e/support/creates';
import { outcomeOf, type Answered, type FileRef, type Intent, type Ledger, type SentFile } from '../oracle/ledger';
import { answerTo, howOf } from './asking';
import { isBrokenOff } from './broken-off';
import { bytesOf, cnpjOf, sha256 } from './contents';
import type { Door } from './door';

/** More than one part of the store takes, so that it goes there in several. */
const LARGE = 5.5 * 1024 * 1024;
const USUAL = 300_000;
/** Rows of one list that all clients fight for. */
const SUPPLIERS = 60;

export interface Habits {
  /** How likely an operation is, beside others. */
  mix: Readonly<Record<Step, number>>;
  /** How likely a file is a large one. */
  large: number;
  largest: number;
  /** How likely a call whose answer never came is made once more. */
  repeats: number;
}

export type Step = 'create' | 'add' | 'deleteFile' | 'deleteDocument' | 'change' | 'share' | 'unshare' | 'fetch' | 'search';

export const HABITS: Habits = {
  mix: { create: 40, add: 15, deleteFile: 6, deleteDocument: 4, change: 10, share: 8, unshare: 5, fetch: 6, search: 6 },
  large: 0.02,
  largest: USUAL,
  repeats: 0.5,
};

interface Known {
  id: string;
  code: number;
  level: 'invoices' | 'contracts';
  external: string;
}

const NOTHING = { key: null, how: '', external: null, files: [], named: [], values: {}, hopeless: false, repeats: null };
const MOST_TRIES = 40;
const TRY_AGAIN_MS = 250;

/** One client of the archive, who works on documents of its own, one call after the other. */
export class Client {
  private readonly documents: Known[] = [];
  private made = 0;
  /** What reads during the traffic have shown that cannot be. */
  readonly misread: string[] = [];

  constructor(
    private readonly name: string,
    private readonly token: string,
    private readonly chance: Chance,
    private readonly ledger: Ledger,
    private readonly door: Door,
    private readonly habits: Habits = HABITS,
  ) {}

  /** One call, with what it takes to make sense of it. */
  async step(): Promise<void> {
    const step = this.choose();
    if (step === 'create') return this.create();
    const document = this.documents.length > 0 ? this.chance.of(this.documents) : undefined;
    if (!document) return this.create();
    if (step === 'search') return this.search(document);
    if (step === 'add') return this.add(document);
    if (step === 'deleteDocument') return this.deleteDocument(document);
    if (step === 'change') return this.change(document);
    const files = await this.filesOf(document);
    if (files.length === 0) return this.add(document);
    const file = this.chance.of(files);
    const ref = { name: file.NomeAmigavel, id: file.IdArquivo };
    if (step === 'fetch') return this.fetch(ref);
    const base = { ...NOTHING, document: document.id };
    if (step === 'deleteFile') return void (await this.make({ ...base, operation: 'delete-file', named: [ref] }));
    const named = this.chance.is(0.5) ? [] : [ref];
    if (step === 'share') return void (await this.make({ ...base, operation: 'share', key: this.fresh('k'), named }));
    const sharedFiles = files.filter(({ LinkCompartilhado }) => LinkCompartilhado !== undefined);
    if (sharedFiles.length > 0) await this.make({ ...base, operation: 'unshare', named: [] });
  }

  private choose(): Step {
    const entries = Object.entries(this.habits.mix) as [Step, number][];
    let left = this.chance.next() * entries.reduce((total, [, weight]) => total + weight, 0);
    return (entries.find(([, weight]) => (left -= weight) < 0) ?? (entries[0] as [Step, number]))[0];
  }

  private async create(): Promise<void> {
    const level = this.chance.is(0.75) ? 'invoices' : 'contracts';
    const external = this.fresh('d');
    const supplier = this.chance.whole(SUPPLIERS);
    const values: Record<string, string> =
      level === 'invoices'
        ? { Número: String(1 + this.chance.whole(99_999)), Observação: external }
        : { Título: external, CNPJ: cnpjOf(supplier), 'Razão Social': `Fornecedor ${supplier}` };
    const hopeless = level === 'invoices' && this.chance.is(0.06);
    const files = this.newFiles(this.chance.whole(4), true);
    const how = howOf(this.chance.of(VERSIONS), level);
    const sent = how.startsWith('V1') ? files.map((file) => ({ ...file, share: false })) : files;
    const { id, code } = await this.make({
      ...NOTHING,
      operation: 'create',
      document: null,
      key: this.fresh('k'),
      how,
      external,
      values,
      files: sent,
      hopeless,
    });
    if (id !== undefined && code !== undefined) this.documents.push({ id, code, level, external });
  }

  private async add(document: Known): Promise<void> {
    const files = this.newFiles(1 + this.chance.whole(3), false);
    const how = this.chance.of(['Post', 'Upload']);
    await this.make({ ...NOTHING, operation: 'add', document: document.id, key: this.fresh('k'), how, files });
  }

  private async change(document: Known): Promise<void> {
    const label = document.level === 'invoices' ? 'Observação' : 'Título';
    const values = { [label]: this.fresh('valor') };
    await this.make({ ...NOTHING, operation: 'change', document: document.id, how: document.level, values });
  }

  private async deleteDocument(document: Known): Promise<void> {
    this.documents.splice(this.documents.indexOf(document), 1);
    await this.make({ ...NOTHING, operation: 'delete-document', document: document.id, how: document.level });
  }

  private newFiles(count: number, mayShare: boolean): SentFile[] {
    return Array.from({ length: count }, () => {
      const seed = this.fresh('f');
      const size = this.chance.is(this.habits.large) ? LARGE : 1 + this.chance.whole(this.habits.largest);
      return { name: seed, seed, size, sha256: sha256(bytesOf(seed, size)), share: mayShare && this.chance.is(0.3) };
    });
  }

  /** Unused: client, and number within the client. */
  private fresh(what: string): string {
    return `${what}-${this.name}-${++this.made}`;
  }

  /** A call that changes something; when no answer comes, perhaps the same once more, until it is answered. */
  private async make(intent: Intent): Promise<Answered> {
    const call = await this.ledger.intend(intent);
    const first = await this.call(call, intent);
    if (outcomeOf(first) !== 'unknown' || !this.chance.is(this.habits.repeats)) return first;
    let last = first;
    for (let tries = 0; tries < MOST_TRIES && (outcomeOf(last) === 'unknown' || last.status === 409); tries++) {
      if (last.status !== null) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      const again = { ...intent, repeats: call };
      last = await this.call(await this.ledger.intend(again), again);
    }
    return last;
  }

  private async call(call: number, intent: Intent): Promise<Answered> {
    const answered = await answerTo(await this.api(), intent);
    await this.ledger.answer(call, answered);
    return answered;
  }

  private async api(): Promise<Api> {
    return new Api(await this.door.url(this.chance.whole(1 << 20)), this.token);
  }

  private async search({ code, external }: Known): Promise<void> {
    const answer = await this.read('/api/Documento/Get', { IdCliente: IDS.client, Documento: code });
    if (answer?.status === 200 && answer.json.Metadados.length !== 1)
      this.misread.push(`search for ${external} finds ${answer.json.Metadados.length}`);
  }

  private async fetch({ id, name }: FileRef): Promise<void> {
    const answer = await this.read(fetchPath(id), {}, { accept: 'application/octet-stream' });
    if (answer?.status !== 200) return;
    const wanted = bytesOf(name, answer.bytes.length);
    if (!wanted.equals(answer.bytes)) this.misread.push(`file ${name} is not what was sent`);
  }

  private async filesOf({ id }: Known): Promise<SharedFile[]> {
    const answer = await this.read(sharesPath(id));
    return answer?.status === 200 ? (answer.json.Arquivos as SharedFile[]) : [];
  }

  /** Null: no answer came, or not all of it. */
  private async read(path: string, query: Record<string, string | number> = {}, headers: Record<string, string> = {}) {
    const api = await this.api();
    return api.get(path, { query, headers }).catch((error: unknown) => {
      if (isBrokenOff(error)) return null;
      throw error;
    });
  }
}
