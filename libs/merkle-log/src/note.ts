import { KEY_NAME, type NoteSigner, type NoteVerifier } from './note-keys';

const MESSAGES = {
  MALFORMED: 'The text is not a signed note',
  UNKNOWN_KEYS: 'No signature is by a known key',
  BAD_SIGNATURE: 'A signature by a known key is wrong',
} as const;

/** Why a note must not be believed. */
export type NoteFailure = keyof typeof MESSAGES;

export class NoteError extends Error {
  override readonly name = 'NoteError';

  constructor(readonly reason: NoteFailure) {
    super(MESSAGES[reason]);
  }
}

export interface OpenedNote {
  text: string;
  /** The known keys whose signatures are good; never empty. */
  signers: NoteVerifier[];
}

/** Control characters below a blank, but for the line break. */
const CONTROL = /[^\P{Cc}\n\x7f-\x9f]/u;
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u;
const MAX_SIGNATURES = 100;

/**
 * @param text lines, each with its line break
 * @throws RangeError for a text that cannot be signed, or no signer
 */
export function signNote(text: string, ...signers: NoteSigner[]): string {
  if (!text.endsWith('\n') || CONTROL.test(text) || !text.isWellFormed()) {
    throw new RangeError('A text to sign must end with a line break, and have no other control characters');
  }
  if (signers.length === 0) throw new RangeError('A note needs a signer');
  const bytes = Buffer.from(text);
  const lines = signers.map(({ name, keyId, sign }) => {
    return `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), sign(bytes)]).toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/**
 * The text of a note, if a known key has signed it. Signatures by others are passed over.
 * @throws NoteError when no known key has, when one of theirs is wrong, or when it is no note
 */
export function openNote(note: string, verifiers: readonly NoteVerifier[]): OpenedNote {
  const { text, signatures } = split(note);
  const bytes = Buffer.from(text);
  const signers = new Set<NoteVerifier>();
  for (const { name, keyId, signature } of signatures) {
    const known = verifiers.find((verifier) => verifier.name === name && verifier.keyId === keyId);
    if (known === undefined) continue;
    if (!known.verify(bytes, signature)) throw new NoteError('BAD_SIGNATURE');
    signers.add(known);
  }
  if (signers.size === 0) throw new NoteError('UNKNOWN_KEYS');
  return { text, signers: [...signers] };
}

interface Signature {
  name: string;
  keyId: string;
  signature: Buffer;
}

function split(note: string): { text: string; signatures: Signature[] } {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || CONTROL.test(note) || !note.isWellFormed()) throw new NoteError('MALFORMED');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new NoteError('MALFORMED');
  return { text: note.slice(0, end + 1), signatures: lines.map(signatureOf) };
}

function signatureOf(line: string): Signature {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (!KEY_NAME.test(name) || bytes.toString('base64') !== base64 || bytes.length < 5) throw new NoteError('MALFORMED');
  return { name, keyId: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) };
}
