import type { AuditEvent } from '../../api/audit';
import { t } from '../../i18n';

/** An operator, the service, or somebody whom it does not know. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function authorOf({ user, origin }: AuditEvent, names: ReadonlyMap<string, string>): string {
  if (user === null) return t.audit.erased;
  if (user !== NOBODY) return names.get(user) ?? user;
  return origin === 'cli' || origin === 'service' ? t.audit.operator : t.audit.unknown;
}
