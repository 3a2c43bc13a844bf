import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Sweeper } from '#application/files/sweeper';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { AppModule } from '#src/app.module';
import { ConfigError, readConfig, silenceRuntimeNotices, type Config } from '#src/config';

const USAGE = `acervo migrate   brings the database to the version of this program
acervo sweep     removes the objects that the journal gives up`;

async function migrate(config: Config): Promise<string> {
  const dataSource = await openDataSource(config);
  const done = await dataSource.runMigrations();
  await dataSource.destroy();
  return done.length === 0 ? 'nothing to migrate' : done.map(({ name }) => `migrated: ${name}`).join('\n');
}

async function sweep(config: Config): Promise<string> {
  const app = await NestFactory.createApplicationContext(AppModule.with(config), { logger: false, abortOnError: false });
  try {
    const { condemned, removed } = await app.get(Sweeper).sweep();
    return `abandoned uploads: ${condemned}, objects removed: ${removed}`;
  } finally {
    await app.close();
  }
}

const COMMANDS: Record<string, (config: Config) => Promise<string>> = { migrate, sweep };

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? ''];
  if (!command) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  silenceRuntimeNotices();
  console.log(await command(readConfig()));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
