import { AuditBuffer } from './audit-buffer';
import { EraseEvents } from './erase-events.use-case';
import { EventEraser } from './event-eraser';
import { ListAuditEvents } from './list-audit-events.use-case';
import { OpenBills } from './open-bills';
import { PruneTrail } from './prune-trail.use-case';
import { Sealer } from './sealer';
import { VerifyTrail } from './verify-trail.use-case';

export const auditUseCases = [AuditBuffer, EraseEvents, EventEraser, ListAuditEvents, OpenBills, PruneTrail, Sealer, VerifyTrail];
