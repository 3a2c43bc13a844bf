const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/** A decoder for the encoding in the first bytes (XML 1.0, appendix F); null if unknown. */
export function decoderOf(head: Uint8Array): InstanceType<typeof TextDecoder> | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 1024));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const name = DECLARED.exec(bytes.toString('latin1', start))?.[1] ?? 'utf-8';
  // Bytes that could be read up to here are no UTF-16, whatever they say.
  if (/^utf-?16/i.test(name)) return null;
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    return null;
  }
}
