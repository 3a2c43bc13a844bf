import type { OperationSpec } from '#http/openapi/operation-spec';
import type { Api } from './api';
import type { Receiver } from './receivers';
import type { Service } from './service';

/** What an id of flows may stand for. */
export type FlowSpecies = 'definition' | 'flow' | 'execution' | 'task' | 'form' | 'form field' | 'form list';

/** What an id may stand for. */
export type Species =
  | 'client'
  | 'unit'
  | 'level'
  | 'document'
  | 'file'
  | 'list'
  | 'row'
  | 'list field'
  | 'user'
  | 'responsible'
  | 'caller'
  | 'profile'
  | 'box type'
  | 'bill'
  | 'report'
  | 'origin'
  | 'webhook'
  | 'session'
  | 'account'
  | 'api key'
  | 'free'
  | FlowSpecies;
export type Kind = 'own' | 'foreign' | 'unknown' | 'deleted' | 'malformed';
/** The ids of a species, by kind. */
export type Things = Record<Species, Partial<Record<Kind, string>>>;

export const CALLERS = {
  refused: [
    'no token',
    'garbage',
    'altered token',
    'expired token',
    'expired session',
    'ended session',
    'inactive',
    'inactive since',
    'must change password',
    'ended key',
    'key from elsewhere',
    'session of an ended key',
  ],
  lacking: ['without the permission', 'read-only', 'key without the permission'],
  elsewhere: ['other client', 'other unit', 'other level', 'key of another level'],
  programs: ['key', 'service session'],
} as const;
export type Caller = (typeof CALLERS)[keyof typeof CALLERS][number] | 'right';

/** Position of an id in a request. */
export interface Slot {
  where: 'path' | 'query' | 'body';
  name: string;
  /** Path in the body. */
  path: readonly (string | number)[];
  species: Species;
  optional: boolean;
  isList: boolean;
}

export interface MatrixRoute {
  title: string;
  method: string;
  path: string;
  spec: OperationSpec;
  slots: readonly Slot[];
}

export interface MatrixScene {
  service: Service;
  things: Things;
  /** The token of a caller; `without the permission` uses a separate user per permission. */
  tokenOf(caller: Caller, permission: string): string | null;
  /** Reopens the ended session of a token. */
  reopen(token: string): Promise<void>;
  /** Code of a signature. */
  signatureCode: string;
  /** A document of the right user's, with one file, shared: a PDF, or this note. */
  fresh(note?: string): Promise<{ document: string; file: string; link: string }>;
  remove(document: string): Promise<void>;
  /** A flow of the permitted user at its second step. */
  freshFlow(): Promise<{ flow: string; execution: string }>;
  right: Api;
  receiver: Receiver;
  /** A row of the permitted user's list that no document points at. */
  freshRow(): Promise<string>;
  freshUser(): Promise<string>;
  /** A session of the user whom the permitted one administers. */
  freshSession(): Promise<string>;
  /** A key of the account that the permitted user administers. */
  freshKey(): Promise<string>;
  /** A webhook of the permitted user, in the place of the one before. */
  freshWebhook(): Promise<string>;
}

/** Parts of a call besides ids. */
export interface Sample {
  query?: Record<string, string>;
  body?: (scene: MatrixScene) => unknown;
  /** Parts of the path other than ids. */
  path?: (things: { link: string }, scene: MatrixScene) => Record<string, string>;
  /** Optional ids that every valid call includes, and those that it then leaves out. */
  always?: readonly string[];
  leaves?: readonly string[];
}
