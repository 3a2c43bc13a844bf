import type { LevelName, ListName, User } from './archive';

export interface Row {
  list: ListName;
  /** Not told by the calls that file documents. */
  id: string | null;
  cells: Record<string, string>;
}

export interface HeldFile {
  /** Not told by V1 and by 2.2. */
  id: string | null;
  name: string;
  extension: string;
  content: string;
  /** Null where the contract leaves it to the service. */
  version: string | null;
  link: string | null;
  /** The beginning of the deadline as 4.5 shows it. */
  deadline: string | null;
}

export interface Held {
  id: string;
  code: number;
  level: LevelName;
  by: User;
  box: number | null;
  externalKey: string | null;
  values: Record<string, string>;
  rows: Partial<Record<ListName, Row>>;
  files: HeldFile[];
  /** Ids of files that it had. */
  gone: string[];
  deleted: boolean;
}

/** What one history has made, as plain data: a copy of it is another possible course of events. */
export interface State {
  documents: Held[];
  rows: Row[];
  deadLinks: string[];
  receipts: Record<string, { digest: string; status: number; text: string }>;
}

export const emptyState = (): State => ({ documents: [], rows: [], deadLinks: [], receipts: {} });

export interface SentValue {
  list: ListName | null;
  label: string;
  value: string;
  /** As it is shown; null where the value must be refused. */
  shown: string | null;
}

export interface SentFile {
  name: string;
  extension: string;
  content: string;
  version: string | null;
  share: boolean;
}

/** What a call asks for, in terms of the state before it. */
export type Act =
  | {
      kind: 'create';
      version: 'V1' | 'V2' | 'V3';
      level: LevelName;
      box: number | null;
      values: SentValue[];
      files: SentFile[];
      externalKey: string | null;
      ifExists: boolean;
    }
  | { kind: 'change'; document: string; level: LevelName; values: SentValue[] }
  | { kind: 'add'; document: string; mayRepeat: boolean; files: SentFile[] }
  | { kind: 'remove file'; document: string; file: string }
  | { kind: 'delete'; document: string; level: LevelName }
  | { kind: 'share'; document: string; files: string[]; deadline: readonly [string, string | null] | null }
  | { kind: 'unshare'; document: string; files: string[] }
  | { kind: 'add row'; list: ListName; cells: Record<string, string> }
  | { kind: 'change row'; list: ListName; row: string; cells: Record<string, string> };

export interface HistoryCall {
  who: User;
  act: Act;
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
  /** `Idempotency-Key`. */
  key: string | null;
}
