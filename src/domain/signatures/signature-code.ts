/** Crockford's: digits and capitals without those that are taken for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 130 bits as 26 characters, of which each takes one random byte. */
export function signatureCode(random: (bytes: number) => Uint8Array): string {
  return [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Normalises a typed code: any case, spaces and hyphens anywhere, O for 0; null when it is invalid. */
export function readSignatureCode(typed: string): string | null {
  if (typed.length > 4 * LENGTH) return null;
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}
