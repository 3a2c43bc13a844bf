import { beginsLikeKey } from './api-key';

const SHORTEST = 8;
/** A limit, because hashing long texts is expensive. */
const LONGEST = 128;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/**
 * At least 8 characters with upper and lower case, a digit and a special character (operation 9.1). What begins like a key is taken as one
 * by a log-in, and could never be a password.
 */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  const isRead = password.isWellFormed() && !beginsLikeKey(password);
  return length >= SHORTEST && length <= LONGEST && isRead && KINDS.every((kind) => kind.test(password));
}

/**
 * A hash of Argon2 that a log-in can afford: whoever wrote it has chosen what every attempt costs. Up to 100 MB and ten passes, or
 * 300 MB and four: what the usual libraries make by default, and have made.
 */
export const AFFORDABLE_HASH =
  /^\$argon2id?\$v=19\$m=(?:[1-9]\d{0,4},t=(?:[1-9]|10)|[12]\d{5},t=[1-4]),p=(?:[1-9]|1[0-6])\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** Of whom nobody has given a password yet. No hash is made, so none is known to come out as zeros alone; trying costs what it always does. */
export const NO_PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** In the place of a hash, of an account whose person was forgotten; nothing verifies against it. */
export const ERASED_HASH = 'erased';
export const isErased = (user: { passwordHash: string } | undefined): boolean => user?.passwordHash === ERASED_HASH;
