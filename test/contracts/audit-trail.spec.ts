import { auditTrailContract } from './audit-trail.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('AuditTrail', auditTrailContract);
