/** One permission per family of operations (contract §2). */
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
] as const;

export type Permission = (typeof PERMISSIONS)[number];
