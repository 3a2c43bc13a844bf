import { Module } from '@nestjs/common';
import { AccessPolicy } from './access/access-policy';
import { FaultLog } from './telemetry/fault-log';
import { authUseCases } from './auth';
import { billingUseCases } from './billing';
import { documentUseCases } from './documents';
import { fileUseCases } from './files';
import { InvoiceCheck } from './invoices/invoice-check';
import { listUseCases } from './lists';
import { CheckSubscription } from './access/check-subscription';
import { RotateSubscriptionKey } from './access/rotate-subscription-key.use-case';
import { Throttle } from './access/throttle';
import { auditUseCases } from './audit';
import { eventUseCases } from './events';
import { Housekeeping } from './retention/housekeeping';
import { Retention } from './retention/retention';
import { portableArchiveUseCases } from './portable-archive';
import { provisioningUseCases } from './provisioning';
import { reportUseCases } from './reports';
import { Idempotency } from './idempotency/idempotency';
import { serviceAccountUseCases } from './service-accounts';
import { signatureUseCases } from './signatures';
import { structureUseCases } from './structure';
import { textExtractionUseCases } from './text-extraction';
import { userUseCases } from './users';
import { webhookUseCases } from './webhooks';
import { workflowUseCases } from './workflows';

const providers = [
  AccessPolicy,
  CheckSubscription,
  FaultLog,
  Housekeeping,
  Retention,
  InvoiceCheck,
  Idempotency,
  RotateSubscriptionKey,
  Throttle,
  ...auditUseCases,
  ...authUseCases,
  ...billingUseCases,
  ...documentUseCases,
  ...eventUseCases,
  ...fileUseCases,
  ...listUseCases,
  ...portableArchiveUseCases,
  ...provisioningUseCases,
  ...reportUseCases,
  ...serviceAccountUseCases,
  ...signatureUseCases,
  ...structureUseCases,
  ...textExtractionUseCases,
  ...userUseCases,
  ...webhookUseCases,
  ...workflowUseCases,
];

/** The use cases. Their ports come from the infrastructure, which is global. */
@Module({ providers, exports: providers })
export class ApplicationModule {}
