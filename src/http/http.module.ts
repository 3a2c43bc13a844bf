import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ApplicationModule } from '#application/application.module';
import { TimeZone } from '#application/support/time-zone';
import { CONFIG, type Config } from '#src/config';
import { AuthenticationController } from './auth/authentication.controller';
import { archiveControllers } from './provisioning';
import { documentControllers } from './documents';
import { fileControllers } from './files';
import { auditControllers } from './audit';
import { eventControllers } from './events';
import { billingControllers } from './billing';
import { invoiceControllers } from './invoices';
import { LimitsController } from './limits/limits.controller';
import { listControllers } from './lists';
import { reportControllers } from './reports';
import { HealthController } from './health/health.controller';
import { McpController } from './mcp/mcp.controller';
import { LoadShedding } from './server/load-shedding';
import { CallLimits } from './auth/call-limits';
import { ServerLimits } from './server/server-limits';
import { AddressThrottleGuard } from './auth/address-throttle.guard';
import { CallerPresentGuard } from './auth/caller-present.guard';
import { ClientThrottleGuard } from './auth/client-throttle.guard';
import { JwtAuthGuard } from './auth/jwt-auth.guard';
import { JwtStrategy } from './auth/jwt.strategy';
import { OperationGuard } from './auth/operation.guard';
import { RequestScope } from './auth/request-scope';
import { ScopeAfterBody } from './auth/scope-after-body';
import { ScopeGuard } from './auth/scope.guard';
import { SubscriptionKeyGuard } from './auth/subscription-key.guard';
import { OPERATION } from './openapi/operation-spec';
import { DomainErrorFilter } from './errors/domain-error.filter';
import { RequestTelemetry } from './server/request-telemetry';
import { DryRunInterceptor, DryRuns } from './server/dry-runs';
import { IdempotencyKeys } from './server/idempotency-keys';
import { JsonBodyInterceptor } from './upload/json-body.interceptor';
import { MultipartInterceptor } from './upload/multipart.interceptor';
import { UploadSlots } from './upload/upload-slots';
import { QueryReader } from './validation/query-reader';
import { DtoPipe } from './validation/dto.pipe';
import { CallerAddress } from './auth/caller-address';
import { serviceAccountControllers } from './service-accounts';
import { signatureControllers } from './signatures';
import { SignatureWording } from './signatures/signature-wording';
import { BoxesController } from './structure/boxes.controller';
import { PanelController } from './structure/panel.controller';
import { StructureController } from './structure/structure.controller';
import { userControllers } from './users';
import { webhookControllers } from './webhooks';
import { workflowControllers } from './workflows';

/** Every controller of the service but that of `/mcp`, which is there where it is switched on. */
export const controllers = [
  AuthenticationController,
  ...documentControllers,
  ...fileControllers,
  ...listControllers,
  ...userControllers,
  ...serviceAccountControllers,
  ...auditControllers,
  ...eventControllers,
  ...billingControllers,
  ...invoiceControllers,
  ...reportControllers,
  ...webhookControllers,
  ...archiveControllers,
  ...workflowControllers,
  ...signatureControllers,
  StructureController,
  BoxesController,
  PanelController,
  LimitsController,
  HealthController,
];

/** For routes with a body, or with a dry run alone (`@Operation`). */
export const interceptors = [JsonBodyInterceptor, MultipartInterceptor, DryRunInterceptor];

/** On every route, in this order, which decides the refusal. */
export const guards = [
  OperationGuard,
  AddressThrottleGuard,
  SubscriptionKeyGuard,
  JwtAuthGuard,
  ClientThrottleGuard,
  ScopeGuard,
  CallerPresentGuard,
];

let applications = 0;

/** A route without `@Operation` has no permission: the service does not start with one. */
function refuseUndeclaredRoutes(): void {
  for (const { name, prototype } of [...controllers, McpController] as readonly { name: string; prototype: object }[]) {
    for (const key of Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')) {
      const handler = Reflect.get(prototype, key) as object;
      if (Reflect.hasMetadata('path', handler) && !Reflect.hasMetadata(OPERATION, handler))
        throw new Error(`${name}.${key} has no @Operation`);
    }
  }
}

@Module({})
export class HttpModule {
  static create({ mcp }: Pick<Config, 'mcp'>): DynamicModule {
    refuseUndeclaredRoutes();
    return {
      module: HttpModule,
      imports: [ApplicationModule, PassportModule.register({ defaultStrategy: `jwt ${++applications}` })],
      controllers: mcp === 'off' ? controllers : [...controllers, McpController],
      providers: [
        LoadShedding,
        CallLimits,
        JwtStrategy,
        QueryReader,
        RequestScope,
        RequestTelemetry,
        DryRuns,
        IdempotencyKeys,
        ScopeAfterBody,
        UploadSlots,
        DtoPipe,
        { provide: CallerAddress, useFactory: ({ trustedProxies }: Config) => new CallerAddress(trustedProxies), inject: [CONFIG] },
        { provide: ServerLimits, useExisting: CONFIG },
        {
          provide: SignatureWording,
          useFactory: ({ baseUrl }: Config, timeZone: TimeZone) => new SignatureWording(baseUrl, timeZone),
          inject: [CONFIG, TimeZone],
        },
        ...guards.map((useClass) => ({ provide: APP_GUARD, useClass })),
        { provide: APP_PIPE, useExisting: DtoPipe },
        { provide: APP_FILTER, useClass: DomainErrorFilter },
      ],
    };
  }
}
