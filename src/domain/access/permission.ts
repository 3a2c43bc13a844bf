/** One permission per family of operations. */
export const PERMISSIONS = [
  'document:view',
  'document:create',
  'document:update',
  'document:delete',
  'document:share',
  'file:view',
  'file:add',
  'file:delete',
  'file:sign',
  'list:view',
  'list:change',
  'workflow:view',
  'workflow:act',
  'billing:view',
  'report:view',
  'user:manage',
  'audit:view',
  'event:view',
  'webhook:manage',
  'archive:manage',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const KNOWN = new Set<string>(PERMISSIONS);

/** Words that name permissions; others, of a newer program perhaps, give nothing. */
export function readPermissions(words: readonly string[]): Permission[] {
  return words.filter((word): word is Permission => KNOWN.has(word));
}
