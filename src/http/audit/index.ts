import { AuditController } from './audit.controller';

export const auditControllers = [AuditController];
