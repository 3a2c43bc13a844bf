import { createCipheriv, createHash } from 'node:crypto';

/** A text reproducible from the seed: repeated calls need its bytes, and the ledger stores none. */
export function bytesOf(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16);
  const stream = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(Math.ceil((length * 3) / 4)));
  return Buffer.from(stream.toString('base64').slice(0, length), 'latin1');
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A valid number for each index: fourteen digits, the last two of which follow from the others. */
export function cnpjOf(index: number): string {
  const digits = [...String(10_000_000 + index), '0', '0', '0', '1'].map(Number);
  for (const length of [12, 13]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (2 + ((length - 1 - at) % 8)), 0);
    digits.push(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  }
  return digits.join('');
}
