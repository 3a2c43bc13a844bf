import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AcervoAdapter } from '#http/shared/acervo-adapter';
import { serveConsole, serveReferencePage } from '#http/pages/own-pages';
import { serveReference } from '#http/shared/openapi';
import { RequestTelemetry } from '#http/shared/request-telemetry';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { AppModule } from './app.module';
import { DEMO_LOGINS, DEMO_PASSWORD } from './cli/demo/demo-archive';
import { migrationsMissing } from './cli/start-failure';
import type { Config } from './config';

/** The service, ready to listen: the same for `main` and for the tests. */
export async function createApp(config: Config): Promise<INestApplication> {
  const adapter = new AcervoAdapter(new URL(config.shareUrl).pathname.replace(/\/+$/, ''), config);
  const app = await NestFactory.create(AppModule.with(config), adapter, { bodyParser: false, logger: false, abortOnError: false });
  app.useLogger(app.get(PinoLogger));
  adapter.telemetry = app.get(RequestTelemetry);
  await migrate(app, config);
  serveReference(app, config);
  servePages(app, config);
  await app.init();
  return app;
}

function servePages(app: INestApplication, { docs, console, loadDemo, subscriptionKeys }: Config): void {
  const settings = { demo: loadDemo ? { logins: DEMO_LOGINS, password: DEMO_PASSWORD } : null, subscriptionKeys };
  if (docs) serveReferencePage(app, settings);
  if (console) serveConsole(app, settings);
}

/** The embedded store migrates itself; a shared database is migrated by `npm run migrate`, once, before replicas start. */
async function migrate(app: INestApplication, config: Config): Promise<void> {
  const dataSource = app.get(DataSource);
  if (config.databaseUrl === null) await dataSource.runMigrations();
  else if (await dataSource.showMigrations()) throw migrationsMissing();
}
