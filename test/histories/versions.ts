import { IDS, type Answer, type Api } from '../e2e/support/api';
import { put, set, versionIn } from '../e2e/support/changing';
import type { Chance } from '../e2e/support/chance';
import type { Created } from '../e2e/support/creates';
import type { VersionedCall } from './version-order';

const LABEL = 'Observação';

export interface VersionFigures {
  reads: number;
  changes: number;
  conditional: number;
  refused: number;
  unanswered: number;
}

/** Clients that read and change the same few documents, most of them under `If-Match`, and what each of them saw. */
export class VersionedClients {
  readonly calls: VersionedCall[] = [];
  readonly figures: VersionFigures = { reads: 0, changes: 0, conditional: 0, refused: 0, unanswered: 0 };
  readonly first = new Map<string, { version: number; value: string }>();
  private values = 0;

  private constructor(
    private readonly documents: readonly Created[],
    private readonly isBrokenOff: (error: unknown) => boolean,
  ) {}

  /** `isBrokenOff`: whether a call that failed may have been carried out; others are not expected. */
  static async of(
    api: Api,
    documents: readonly Created[],
    isBrokenOff: (error: unknown) => boolean = () => false,
  ): Promise<VersionedClients> {
    const clients = new VersionedClients(documents, isBrokenOff);
    for (const { id, code } of documents) {
      const answer = await search(api, code);
      clients.first.set(id, { version: tagOf(answer), value: valueIn(answer) });
    }
    return clients;
  }

  /** One client makes one call after the other; `api`: where it finds the service. */
  async work(api: () => Promise<Api>, chance: Chance, goesOn: (made: number) => boolean): Promise<void> {
    const known = new Map<string, string>();
    for (let made = 0; goesOn(made); made++) {
      const document = chance.of(this.documents);
      const tag = known.get(document.id);
      if (tag === undefined || chance.is(0.35)) await this.read(await api(), document, known);
      else await this.change(await api(), document, known, chance.is(0.85) ? tag : null);
    }
  }

  private async read(api: Api, { id, code }: Created, known: Map<string, string>): Promise<void> {
    const begun = performance.now();
    const answer = await search(api, code).catch(this.perhaps);
    if (answer?.status !== 200) return;
    this.figures.reads++;
    known.set(id, answer.headers.get('etag') as string);
    const call = { document: id, begun, ended: performance.now(), read: tagOf(answer), wrote: null, value: valueIn(answer), writes: false };
    this.calls.push(call);
  }

  private async change(api: Api, { id }: Created, known: Map<string, string>, tag: string | null): Promise<void> {
    const value = `valor ${++this.values}`;
    const begun = performance.now();
    const answer = await put(api, id, [set(LABEL, value)], { headers: tag === null ? {} : { 'if-match': tag } }).catch(this.perhaps);
    const call = { document: id, begun, read: tag === null ? null : versionIn(tag), value, writes: true };
    if (answer?.status === 200) {
      this.figures.changes++;
      if (tag !== null) this.figures.conditional++;
      known.set(id, answer.headers.get('etag') as string);
      this.calls.push({ ...call, ended: performance.now(), wrote: tagOf(answer) });
    } else if (answer?.status === 412) {
      this.figures.refused++;
      known.delete(id);
    } else if (!answer || answer.status >= 500) {
      this.figures.unanswered++;
      known.delete(id);
      this.calls.push({ ...call, ended: Infinity, wrote: null });
    } else throw new Error(`a change is answered ${answer.status} ${answer.text}`);
  }

  private readonly perhaps = (error: unknown): null => {
    if (this.isBrokenOff(error)) return null;
    throw error;
  };
}

const search = (api: Api, code: number): Promise<Answer> =>
  api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, Documento: code } });

const tagOf = ({ headers }: Answer): number => versionIn(headers.get('etag'));

function valueIn({ json }: Answer): string {
  const pairs = json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
  return pairs.find(({ Label }) => Label === LABEL)?.Valor ?? '';
}
