const SHORTEST = 8;
/** Nobody types more, and hashing it costs. */
const LONGEST = 128;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** At least 8 characters with upper and lower case, a digit and a special character (contract 9.1). */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return length >= SHORTEST && length <= LONGEST && password.isWellFormed() && KINDS.every((kind) => kind.test(password));
}
