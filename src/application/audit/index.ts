import { AuditBuffer } from './audit-buffer';
import { ListAuditEvents } from './list-audit-events.use-case';

export const auditUseCases = [AuditBuffer, ListAuditEvents];
