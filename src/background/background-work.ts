import type { INestApplicationContext, OnApplicationBootstrap, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApplicationModule } from '#application/application.module';

/** Work beside the answering of calls. Nest begins it just before the service listens. */
export interface BackgroundWork extends OnApplicationBootstrap {
  /** Begins nothing new, and resolves when what is under way is over; also for work that has not begun. */
  end(): Promise<void>;
}

/** Begins one of them in an application without `BackgroundModule`: of a command, or of a test. Whoever begins it ends it. */
export async function begin<Work extends BackgroundWork>(app: INestApplicationContext, kind: Type<Work>): Promise<Work> {
  const work = await app.select(ApplicationModule).get(ModuleRef, { strict: true }).create(kind);
  await work.onApplicationBootstrap();
  return work;
}
