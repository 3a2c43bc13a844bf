const NAME_LENGTH_AT = 26;
const NAME_AT = 30;

/**
 * Names of the entries whose local header lies in the head. Headers are searched for, not followed: an entry written as a stream
 * does not say how long it is.
 */
export function entryNames(head: Uint8Array): string[] {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0 && at + NAME_AT <= bytes.length; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const end = at + NAME_AT + bytes.readUInt16LE(at + NAME_LENGTH_AT);
    if (end <= bytes.length) names.push(latin1(bytes.subarray(at + NAME_AT, end)));
  }
  return names;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
