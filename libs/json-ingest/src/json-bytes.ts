export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
/** Bytes below this one are control characters, which JSON strings may not hold as they are. */
export const FIRST_PRINTABLE = 0x20;

/** Space, tab, line feed, carriage return. */
export function isBlank(character: number): boolean {
  return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09;
}
