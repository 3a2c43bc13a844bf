const SHORTEST = 8;
/** Nobody types more, and hashing it costs. */
const LONGEST = 128;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** At least 8 characters with upper and lower case, a digit and a special character (contract 9.1). */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return length >= SHORTEST && length <= LONGEST && password.isWellFormed() && KINDS.every((kind) => kind.test(password));
}

/**
 * A hash of Argon2 that a log-in can afford: whoever wrote it has chosen what every attempt costs. At most 64 MiB, ten passes and
 * four lanes.
 */
export const AFFORDABLE_HASH =
  /^\$argon2id?\$v=19\$m=(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-6]),t=(?:[1-9]|10),p=[1-4]\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
