export type FindingKind =
  | 'document missing'
  | 'document left'
  | 'document unaccounted for'
  | 'document twice'
  | 'deleted document back'
  | 'value differs'
  | 'shown differs'
  | 'count differs'
  | 'file missing'
  | 'file unaccounted for'
  | 'deleted file back'
  | 'call half done'
  | 'bytes differ'
  | 'row differs'
  | 'object missing'
  | 'object differs'
  | 'object left'
  | 'link dead'
  | 'link alive'
  | 'link missing'
  | 'code twice'
  | 'list key twice'
  | 'audit trail broken'
  | 'audit event missing'
  | 'audit event too many'
  | 'repetition refused'
  | 'repetition differs'
  | 'not readable';

export interface Finding {
  kind: FindingKind;
  /** Of whatever it is about: calls, documents, files, objects. */
  ids: Readonly<Record<string, string | number | null>>;
  detail: string;
}

/** What an oracle has found, and how much it has looked at. */
export class Findings {
  readonly all: Finding[] = [];
  documents = 0;
  files = 0;
  bytes = 0;

  add(kind: FindingKind, ids: Finding['ids'], detail = ''): void {
    this.all.push({ kind, ids, detail });
  }

  get kinds(): FindingKind[] {
    return [...new Set(this.all.map(({ kind }) => kind))].sort();
  }

  toString(): string {
    return this.all.map(({ kind, ids, detail }) => `${kind} ${JSON.stringify(ids)} ${detail}`).join('\n');
  }
}
