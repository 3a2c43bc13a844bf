import type {
  Claimed,
  ClientRecord,
  ClientRecords,
  RecordedDesign,
  RecordedDocument,
  RecordedFile,
  RecordedFlow,
  RecordedSignature,
  RecordKind,
} from '#application/ports/portable-archive';
import type { Settings } from '#application/support/settings';
import { keyOfText } from '#domain/documents/field-value';
import type { Field } from '#domain/trees/field';
import { joinKeys } from '#domain/value-lists/value-list';
import type { RecordedDesigns } from './check-recorded-design';
import type { KnownThings } from './known-things';
import { peopleOf } from './named-people';
import {
  checkBill,
  checkCustody,
  checkDocument,
  checkFlow,
  checkPeople,
  checkSignature,
  claimsOfDocument,
  claimsOfFlow,
  type Claim,
  type Finding,
} from './record-checks';

export interface RestoredRow {
  listId: string;
  id: string;
  /** By field id. */
  texts: ReadonlyMap<string, string>;
}

/** The kinds of records that are restored after the rows of lists. */
export type RestoredKind = Exclude<RecordKind, 'events'>;
export type Inspected = { rows: RestoredRow } & Pick<ClientRecord, RestoredKind>;

export type Complaint =
  | Finding
  /** Something that another client has, or that this client uses for something else. */
  | { what: 'taken'; of: Claimed; id: string }
  | { what: 'message'; id: string };

/** Codes are assigned anew on request. */
const CODES: readonly Claimed[] = ['documentCode', 'flowCode'];
/** These share one namespace: former versions of a file are found by the file's id alone. */
const SPACES: Partial<Record<Claimed, readonly Claimed[]>> = { file: ['file', 'flowFile'], flowFile: ['file', 'flowFile'] };

/** Checks everything that is to be restored before anything is written, in the order of references. */
export class ClientInspection {
  /** Documents and flows of this client in the archive, left by an interrupted import. */
  readonly here = new Set<string>();
  readonly before = { documents: 0, flows: 0 };
  private readonly claimed = new Set<string>();
  /** The last design of each definition. */
  private readonly last = new Map<string, Pick<RecordedDesign, 'number' | 'createdAt'>>();
  private periods: Promise<ReadonlyMap<string, string>> | undefined;
  private readonly looks: { [K in keyof Inspected]: (batch: readonly Inspected[K][]) => Promise<Complaint[][]> };

  constructor(
    private readonly records: ClientRecords,
    private readonly designs: RecordedDesigns,
    private readonly settings: Settings,
    private readonly known: KnownThings,
    private readonly newCodes: boolean,
  ) {
    const each = <T>(look: (thing: T) => Complaint[]) => async (batch: readonly T[]) => batch.map(look); // prettier-ignore
    this.looks = {
      rows: (batch) =>
        this.claimants(
          batch,
          (row) => this.row(row),
          ({ id }) => [['row', id]],
        ),
      documents: (batch) => this.claimants(batch, (document) => this.document(document), claimsOfDocument),
      designs: async (batch) => {
        const found: Complaint[][] = [];
        // One by one: each check needs one of a few workers.
        for (const design of batch) found.push(await this.design(design));
        return found;
      },
      flows: (batch) => this.claimants(batch, (flow) => this.flow(flow), claimsOfFlow),
      signatures: (batch) => this.claimants(batch, (signature) => checkSignature(signature, this.known), claimsOfSignature),
      bills: async (batch) => {
        const found = await this.claimants(batch, (bill) => checkBill(bill, this.known), ({ id }) => [['bill', id]]); // prettier-ignore
        return Promise.all(batch.map(async (bill, index) => [...(found[index] ?? []), ...(await this.period(bill))]));
      },
      custody: each((custody) => checkCustody(custody, this.known)),
    };
  }

  /** Problems of each of the records. */
  look<K extends keyof Inspected>(kind: K, batch: readonly Inspected[K][]): Promise<Complaint[][]> {
    return this.looks[kind](batch);
  }

  private row({ listId, id, texts }: RestoredRow): Complaint[] {
    this.known.rows.set(id, listId);
    if (!this.known.has('lists', listId)) return [{ what: 'list', id: listId }];
    const strange = [...texts.keys()].filter((field) => this.known.image.fields.get(field)?.listId !== listId);
    if (strange.length > 0) return strange.map((field) => ({ what: 'field', id: field }));
    // The key fields identify a row within its list.
    return this.once('row', `${listId} ${rowKey(this.known, listId, texts)}`);
  }

  private document(document: RecordedDocument): Complaint[] {
    this.known.documents.add(document.id);
    for (const file of document.files) this.known.files.set(file.id, hashesOf(file));
    return checkDocument(document, this.known, this.settings.maxFileBytes);
  }

  private async design(recorded: RecordedDesign): Promise<Complaint[]> {
    const { definitionId, number, createdAt } = recorded;
    this.known.addDesign(recorded);
    const before = this.last.get(definitionId);
    this.last.set(definitionId, { number, createdAt });
    const follows = before ? number === before.number + 1 && createdAt >= before.createdAt : number === 1;
    if (!follows) return [{ what: 'design', id: `${definitionId} ${number}` }];
    const problems = await this.designs.problems(recorded);
    return [...checkPeople(peopleOf('designs', recorded), this.known), ...problems.map((id): Complaint => ({ what: 'message', id }))];
  }

  private flow(flow: RecordedFlow): Complaint[] {
    for (const file of flow.files) this.known.flowFiles.set(file.id, hashesOf(file));
    return checkFlow(flow, this.known, this.settings.maxFileBytes);
  }

  /** A contract has one bill per period. */
  private async period({ id, contractId, period }: ClientRecord['bills']): Promise<Complaint[]> {
    this.periods ??= this.billed();
    const other = (await this.periods).get(`${contractId} ${period}`);
    const again = this.once('bill', `${contractId} ${period}`);
    return other !== undefined && other !== id ? [{ what: 'taken', of: 'bill', id }] : again;
  }

  private async billed(): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>();
    for await (const { id, contractId, period } of this.records.all('bills', this.known.clientId)) known.set(`${contractId} ${period}`, id);
    return known;
  }

  private once(what: string, value: string | number): Complaint[] {
    const claim = `${what} ${value}`;
    if (this.claimed.has(claim)) return [{ what: 'twice', id: String(value) }];
    this.claimed.add(claim);
    return [];
  }

  /** @param claimsOf the thing's own id comes last, or is the only one. */
  private async claimants<T extends { id: string }>(
    batch: readonly T[],
    check: (thing: T) => Complaint[],
    claimsOf: (thing: T) => Claim[],
  ): Promise<Complaint[][]> {
    const claims = batch.map(claimsOf);
    const taken = await this.taken(claims.flat());
    return batch.map((thing, index) => {
      const own = claims[index] as Claim[];
      const again = own.flatMap(([what, value]) => this.once(SPACES[what]?.[0] ?? what, value));
      const root = own.find(([, value]) => value === thing.id) as Claim;
      const isHere = taken.get(`${root[0]} ${thing.id}`)?.has(this.known.clientId) ?? false;
      if (isHere) this.meet(root[0], thing.id);
      const clashes = own.flatMap(([what, value]): Complaint[] => {
        const owners = (SPACES[what] ?? [what]).flatMap((space) => [...(taken.get(`${space} ${value}`) ?? [])]);
        const counts = what === 'externalKey' ? owners.filter((owner) => owner === this.known.clientId) : owners;
        const isMine = isHere && counts.every((owner) => owner === this.known.clientId);
        return counts.length === 0 || isMine || (this.newCodes && CODES.includes(what))
          ? []
          : [{ what: 'taken', of: what, id: String(value) }];
      });
      return [...check(thing), ...again, ...clashes];
    });
  }

  private meet(what: Claimed, id: string): void {
    this.here.add(id);
    if (what === 'document') this.before.documents++;
    if (what === 'flow') this.before.flows++;
  }

  private async taken(claims: readonly Claim[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const found = new Map<string, Set<string>>();
    const wanted = new Map<Claimed, (string | number)[]>();
    for (const [what, value] of claims)
      for (const space of SPACES[what] ?? [what]) wanted.set(space, [...(wanted.get(space) ?? []), value]);
    for (const [what, values] of wanted) {
      for (const { value, clientId } of await this.records.taken(what, values)) {
        const owners = found.get(`${what} ${value}`) ?? new Set();
        found.set(`${what} ${value}`, owners.add(clientId));
      }
    }
    return found;
  }
}

/** Current and former hashes; null: unknown, because the file is deleted. */
const hashesOf = ({ deletedAt, sha256, former }: RecordedFile) =>
  deletedAt === null ? [sha256, ...former.map((version) => version.sha256)] : null;

const claimsOfSignature = ({ id, code }: RecordedSignature): Claim[] => [
  ['signatureCode', code],
  ['signature', id],
];

/** The comparison key of a row. */
export function rowKey(known: KnownThings, listId: string, texts: ReadonlyMap<string, string>): string {
  const keys = known.fieldsOfList(listId).filter(({ isKey }) => isKey);
  return joinKeys(keys.map(({ id }) => {
    const text = texts.get(id);
    return text === undefined ? '' : keyOfText(known.rules.get(id) as Field, text);
  })); // prettier-ignore
}
