import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { SealKeys } from '#application/ports/audit-trail';
import { AcervoAdapter } from '#http/server/acervo-adapter';
import { serveEntryPages } from '#http/pages/entry-pages';
import { limitPages } from '#http/pages/limit-pages';
import { serveOwnConsole, serveReferencePage } from '#http/pages/own-pages';
import { allowOrigins } from '#http/server/cross-origin';
import { serveReference } from '#http/openapi/serve-openapi';
import { RequestTelemetry } from '#http/server/request-telemetry';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { openSchema } from '#infrastructure/typeorm/migrate';
import { AppModule } from '#src/app.module';
import type { Config } from '#src/config';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#src/demo/demo-archive';
import { prepareMetrics } from './serve-metrics';

/** The service, ready to listen: the same for `serve` and for the tests, which leave out the background. */
export async function createApp(config: Config, ...more: Type[]): Promise<INestApplication> {
  const adapter = new AcervoAdapter(new URL(config.shareUrl).pathname.replace(/\/+$/, ''), config);
  const app = await NestFactory.create(AppModule.with(config, ...more), adapter, { bodyParser: false, logger: false, abortOnError: false });
  app.useLogger(app.get(PinoLogger));
  adapter.telemetry = app.get(RequestTelemetry);
  await openSchema(app.get(DataSource));
  await app.get(SealKeys).adopt();
  allowOrigins(app, config.corsOrigins);
  servePages(app, config);
  prepareMetrics(app, config);
  return app;
}

function servePages(app: INestApplication, config: Config): void {
  const { docs, console, loadDemo, subscriptionKeys } = config;
  limitPages(app);
  const settings = { demo: loadDemo ? { logins: DEMO_LOGINS, password: DEMO_PASSWORD } : null, subscriptionKeys };
  if (docs) {
    serveReference(app, config);
    serveReferencePage(app, settings);
  }
  if (console) serveOwnConsole(app, settings);
  serveEntryPages(app, config);
}
