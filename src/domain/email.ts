/** One `@`, something before it, a name with a dot after it. */
const EMAIL = /^[^\s@<>"(),;:\\[\]]+@[^\s@.<>"(),;:\\[\]]+(?:\.[^\s@.<>"(),;:\\[\]]+)+$/;
/** Controls, and what is not seen: an address must be the one that is read. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !UNSEEN.test(text);
}
