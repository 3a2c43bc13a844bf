import { AuditBuffer } from './audit-buffer';
import { ListAuditEvents } from './list-audit-events.use-case';
import { Sealer } from './sealer';
import { VerifyTrail } from './verify-trail.use-case';

export const auditUseCases = [AuditBuffer, ListAuditEvents, Sealer, VerifyTrail];
