import type { XmlFault } from './xml-check';

/** A group that occurs several times: the values of each, by their paths within it. */
export type NoteRow = ReadonlyMap<string, string>;

/** Invoices (NF-e, NFC-e), transport documents (CT-e, MDF-e), invoices of services (of the nation, of municipalities), and events of them. */
export type NoteKind = 'nfe' | 'cte' | 'mdfe' | 'nfse' | 'municipal' | 'event';

/** What stands in an electronic tax document, under the names of its layout. */
export interface Note {
  kind: NoteKind;
  /** The access key, since 2026 with letters, too; empty: none is given. */
  key: string;
  /** By path, as `emit/enderEmit/xLgr`; the authorisation under `infProt`, of an event under `infEvento`. */
  values: NoteRow;
  /** By path, as `det`. */
  groups: ReadonlyMap<string, readonly NoteRow[]>;
  /** Further ones in the same file. */
  others: number;
}

export type NoteFault = XmlFault | 'too-large';

/** Reads untrusted XML as a stream, and keeps a bounded part of it. */
export abstract class NoteReader {
  /** Null: well-formed XML of another kind. The bytes are read to their end or closed. */
  abstract read(bytes: AsyncIterable<Uint8Array>): Promise<Note | { fault: NoteFault; line: number } | null>;
}
