import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApplicationModule } from '#application/application.module';
import { TimeZone } from '#application/time-zone';
import type { Config } from '#src/config';
import { AuthenticationController } from './auth/authentication.controller';
import { documentControllers } from './documents';
import { fileControllers } from './files';
import { auditControllers } from './audit';
import { billingControllers } from './billing';
import { invoiceControllers } from './invoices';
import { listControllers } from './lists';
import { reportControllers } from './reports';
import { HealthController } from './health/health.controller';
import { LoadShedding } from './server/load-shedding';
import { BodyReader } from './upload/body-reader';
import { CallLimits } from './auth/call-limits';
import { ServerLimits } from './server/server-limits';
import { EntranceGuard } from './auth/entrance.guard';
import { OPERATION } from './openapi/operation-spec';
import { DomainErrorFilter } from './errors/domain-error.filter';
import { RequestTelemetry } from './server/request-telemetry';
import { UploadSlots } from './upload/upload-slots';
import { CallerAddress } from './auth/caller-address';
import { signatureControllers } from './signatures';
import { SignatureWording } from './signatures/signature-wording';
import { StructureController } from './structure/structure.controller';
import { userControllers } from './users';
import { workflowControllers } from './workflows';

/** Every controller of the service. */
export const controllers = [
  AuthenticationController,
  ...documentControllers,
  ...fileControllers,
  ...listControllers,
  ...userControllers,
  ...auditControllers,
  ...billingControllers,
  ...invoiceControllers,
  ...reportControllers,
  ...workflowControllers,
  ...signatureControllers,
  StructureController,
  HealthController,
];

/** A route that nobody has declared would have no permission either: the service does not start with one. */
function refuseUndeclaredRoutes(): void {
  for (const { name, prototype } of controllers as readonly { name: string; prototype: object }[]) {
    for (const key of Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')) {
      const handler = Reflect.get(prototype, key) as object;
      if (Reflect.hasMetadata('path', handler) && !Reflect.hasMetadata(OPERATION, handler))
        throw new Error(`${name}.${key} has no @Operation`);
    }
  }
}

@Module({})
export class HttpModule {
  static with(config: Config): DynamicModule {
    refuseUndeclaredRoutes();
    return {
      module: HttpModule,
      imports: [ApplicationModule],
      controllers,
      providers: [
        LoadShedding,
        BodyReader,
        CallLimits,
        RequestTelemetry,
        UploadSlots,
        { provide: CallerAddress, useValue: new CallerAddress(config.trustedProxies) },
        { provide: ServerLimits, useValue: new ServerLimits(config) },
        {
          provide: SignatureWording,
          useFactory: (timeZone: TimeZone) => new SignatureWording(config.baseUrl, timeZone),
          inject: [TimeZone],
        },
        { provide: APP_GUARD, useClass: EntranceGuard },
        { provide: APP_FILTER, useClass: DomainErrorFilter },
      ],
    };
  }
}
