import type { Api } from '../../e2e/support/api';
import type { Archive } from '../support/archive';
import { ApiRoutes } from './api-routes';
import { Expected, type ExpectedDocument } from './expected';
import { Findings, type Finding } from './findings';
import { outcomeOf, type Ledger } from './ledger';
import { Rows, type DocumentRow } from './rows';
import { checkTrail } from './trail';

const AT_ONCE = 4;

export interface Report {
  findings: readonly Finding[];
  kinds: readonly string[];
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Of the unknown: made out by looking, or by a repetition under the same key. */
  documents: number;
  files: number;
  bytes: number;
  text: string;
}

export interface Look {
  /** Only the documents that calls since the last look were about; what is cheap to see is looked at for all. */
  onlyNew?: boolean;
  /** Of so many documents one is read by all routes; rows and objects are compared of each. */
  readEvery?: number;
  /** Everything that may be swept has been: bucket and rows are the same. */
  swept?: boolean;
}

/** What is looked at without the service. */
export type Viewed = Pick<Archive, 'sql' | 'objects' | 'trail'>;

/** Compares what clients have been told with what is there: by every route, in the database and in the bucket. */
export class Oracle {
  private lookedUntil = 0;

  private constructor(
    private readonly archive: Viewed,
    private readonly ledger: Pick<Ledger, 'read'>,
    /** Documents up to this code were there before the first call. */
    private readonly before: number,
  ) {}

  static async open(archive: Viewed, ledger: Pick<Ledger, 'read'>): Promise<Oracle> {
    const last = await archive.sql.first<{ code: number | null }>('SELECT MAX(d.code) AS code FROM document d');
    return new Oracle(archive, ledger, last?.code ?? 0);
  }

  /** The same expectations of another archive, such as one that was restored, and of other answers. */
  of(archive: Viewed, ledger: Pick<Ledger, 'read'>): Oracle {
    return new Oracle(archive, ledger, this.before);
  }

  /** Requires that nothing changes meanwhile. */
  async look(api: Api, { onlyNew = false, readEvery = 1, swept = false }: Look = {}): Promise<Report> {
    const findings = new Findings();
    const expected = new Expected(await this.ledger.read());
    const { sql, objects, trail } = this.archive;
    const rows = new Rows(sql, objects, findings);
    await rows.read(this.before);
    await rows.unique();
    await rows.shown(this.before);
    rows.accounted(expected);
    await rows.matchObjects(swept);
    checkRepetitions(expected, findings);
    await checkTrail(trail, sql, expected, (external) => this.idOf(rows, expected, external), findings);
    const routes = new ApiRoutes(api, findings);
    const waiting = [...expected.documents.values()].filter(({ lastCall }) => !onlyNew || lastCall > this.lookedUntil);
    const work = async () => {
      for (let document = waiting.shift(); document; document = waiting.shift())
        await this.document(document, rows, findings, document.call % readEvery === 0 ? routes : null);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.lookedUntil = expected.calls.length;
    return reportOf(expected, findings);
  }

  private idOf(rows: Rows, { documents }: Expected, external: string): string | null {
    const document = documents.get(external) as ExpectedDocument;
    return document.id ?? rows.find(document)?.id ?? null;
  }

  private async document(document: ExpectedDocument, rows: Rows, findings: Findings, routes: ApiRoutes | null): Promise<void> {
    const row = rows.find(document);
    const live = row !== undefined && row.deleted_at === null;
    const ids = { call: document.call, document: document.id };
    if (document.presence === 'yes' && !live) findings.add('document missing', ids, row ? 'its row is deleted' : 'no row');
    if (document.presence === 'no' && !document.refused && live) findings.add('deleted document back', ids, 'its row is live');
    if (document.presence !== 'no' && live) {
      await rows.stored(document, row);
      await routes?.present(document, row);
    } else if (document.presence !== 'yes') await routes?.absent(document);
  }
}

/** A repetition under the same key is answered as the first call was, or would have been. */
function checkRepetitions({ deeds }: Expected, findings: Findings): void {
  for (const { attempts, key, operation, hopeless } of deeds) {
    if (key === null || hopeless || attempts.length === 1) continue;
    const ids = attempts.map(({ answered }) => answered.id).filter((id) => id !== undefined);
    const calls = { call: attempts[0]?.number ?? null };
    if (new Set(ids).size > 1) findings.add('repetition differs', calls, ids.join(', '));
    for (const { answered } of attempts.slice(1)) {
      if (outcomeOf(answered) === 'refused' && answered.status !== 409) {
        findings.add('repetition refused', calls, `${operation} answers ${answered.status} ${answered.said}`);
      }
    }
  }
}

function reportOf(expected: Expected, findings: Findings): Report {
  const [acknowledged, refused, unknown] = (['acknowledged', 'refused', 'unknown'] as const).map((outcome) => expected.count(outcome)) as [
    number,
    number,
    number,
  ];
  const { documents, files, bytes } = findings;
  const seen = `${documents} documents, ${files} files and ${(bytes / 1e6).toFixed(1)} MB compared`;
  const counts = `${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown; ${seen}; ${findings.all.length} findings`;
  return {
    findings: findings.all,
    kinds: findings.kinds,
    acknowledged,
    refused,
    unknown,
    documents,
    files,
    bytes,
    text: [counts, ...findings.toString().split('\n').slice(0, 50)].join('\n').trim(),
  };
}

export type { DocumentRow };
