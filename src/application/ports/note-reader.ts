import type { XmlFault } from './xml-check';

/** A group that occurs several times: the values of each, by their paths within it. */
export type NoteRow = ReadonlyMap<string, string>;

/** What stands in an electronic invoice (NF-e, NFC-e) or a transport document (CT-e), under the names of its layout. */
export interface Note {
  kind: 'nfe' | 'cte';
  /** Digits of the access key; empty: none is given. */
  key: string;
  /** By path, as `emit/enderEmit/xLgr`; the authorisation under `infProt`. */
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
