// Everything below the blank except tab, line feed, form feed and carriage return; and DEL.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0B\x0E-\x1F\x7F]/;

/** Bytes that Windows-1252 leaves undefined. */
const NOT_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** End of file, as DOS wrote it; files of banks still end with it. */
const DOS_END = '\x1A';

/**
 * The head of a file read as text: UTF-16 with a byte-order mark, UTF-8, or Windows-1252 (so Latin-1 too).
 * @param cut the file goes on after the head: its last character may be incomplete
 * @returns the characters without byte-order mark and DOS end mark, or null when this is not text. Windows-1252 is given as Latin-1:
 *   good enough to recognise a format by, and Node 20 reads it so itself (`new TextDecoder('windows-1252')`)
 */
export function readText(head: Uint8Array, cut: boolean): string | null {
  const text = readUtf16(head, cut) ?? decode('utf-8', head, cut) ?? readWindows1252(head);
  if (text === null) return null;
  const visible = !cut && text.endsWith(DOS_END) ? text.slice(0, -1) : text;
  return hasControl(visible) ? null : visible;
}

/** A control character that text has no use for. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

function readUtf16(head: Uint8Array, cut: boolean): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return decode('utf-16le', head, cut);
  if (head[0] === 0xfe && head[1] === 0xff) return decode('utf-16be', head, cut);
  return null;
}

function readWindows1252(head: Uint8Array): string | null {
  return head.some((byte) => NOT_WINDOWS_1252.has(byte)) ? null : Buffer.from(head).toString('latin1');
}

function decode(encoding: string, head: Uint8Array, cut: boolean): string | null {
  try {
    // With `stream` an incomplete last character is kept back instead of refused.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: cut });
  } catch {
    return null;
  }
}
