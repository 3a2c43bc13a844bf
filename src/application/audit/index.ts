import { AuditBuffer } from './audit-buffer';
import { DailyAnchor } from './daily-anchor';
import { EraseEvents } from './erase-events.use-case';
import { EventEraser } from './event-eraser';
import { KeyExchange } from './key-exchange';
import { ListAuditEvents } from './list-audit-events.use-case';
import { NewEpoch } from './new-epoch';
import { OpenBills } from './open-bills';
import { PruneTrail } from './prune-trail.use-case';
import { RotateSealKey } from './rotate-seal-key.use-case';
import { Sealer } from './sealer';
import { VerifyTrail } from './verify-trail.use-case';

export const auditUseCases = [
  AuditBuffer,
  DailyAnchor,
  EraseEvents,
  EventEraser,
  KeyExchange,
  ListAuditEvents,
  NewEpoch,
  OpenBills,
  PruneTrail,
  RotateSealKey,
  Sealer,
  VerifyTrail,
];
