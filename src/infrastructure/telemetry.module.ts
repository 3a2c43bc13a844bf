import { Global, Module, type Provider } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Readiness } from '#application/health/readiness';
import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { RequestLog } from '#application/telemetry/request-log';
import { Tracing } from '#application/telemetry/tracing';
import { CONFIG } from '#src/config';
import { ClockSkew } from './dependencies/clock-skew';
import { DependencyReadiness } from './dependencies/dependency-readiness';
import { LogDiagnostics } from './logging/log-diagnostics';
import { PinoLogger, createLogger } from './logging/pino-logger';
import { PinoRequestLog } from './logging/pino-request-log';
import { SystemClock } from './support/system-clock';
import { openTracing } from './telemetry/open-tracing';

const PROVIDERS: Provider[] = [
  { provide: PinoLogger, useFactory: createLogger, inject: [CONFIG] },
  { provide: RequestLog, useClass: PinoRequestLog },
  { provide: Registry, useFactory: () => new Registry() },
  { provide: Tracing, useFactory: openTracing, inject: [CONFIG, Diagnostics] },
  { provide: Clock, useClass: SystemClock },
  { provide: Diagnostics, useClass: LogDiagnostics },
  ClockSkew,
  { provide: Readiness, useClass: DependencyReadiness },
];

/** Log, metrics, traces, the clock and the state of what the service depends on. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class TelemetryModule {}
