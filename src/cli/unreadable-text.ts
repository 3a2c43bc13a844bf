import type { UnreadableText } from '#libs/text-encoding';

/** Without its place. */
export function whyUnreadable({ encoding, place: { byte, value } }: UnreadableText): string {
  if (byte === null || value === null) return `half a character of ${encoding}`;
  const shown = `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
  return `the byte ${shown} (byte ${byte} of the file) is no UTF-8: save the file anew, in one encoding`;
}
