import { ListAuditEvents } from './list-audit-events.use-case';

export const auditUseCases = [ListAuditEvents];
