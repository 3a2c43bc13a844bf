import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApplicationModule } from '#application/application.module';
import type { Config } from '#src/config';
import { AuthenticationController } from './auth/authentication.controller';
import { documentControllers } from './documents';
import { fileControllers } from './files';
import { HealthController } from './health/health.controller';
import { BodyReader } from './shared/body-reader';
import { EdgeLimits } from './shared/edge-limits';
import { EntranceGuard } from './shared/entrance.guard';
import { RefusalFilter } from './shared/refusal.filter';
import { UploadSlots } from './shared/upload-slots';
import { StructureController } from './structure/structure.controller';

@Module({})
export class HttpModule {
  static with(config: Config): DynamicModule {
    return {
      module: HttpModule,
      imports: [ApplicationModule],
      controllers: [AuthenticationController, ...documentControllers, ...fileControllers, StructureController, HealthController],
      providers: [
        BodyReader,
        UploadSlots,
        { provide: EdgeLimits, useValue: new EdgeLimits(config.maxBodyBytes, config.concurrentUploads) },
        { provide: APP_GUARD, useClass: EntranceGuard },
        { provide: APP_FILTER, useClass: RefusalFilter },
      ],
    };
  }
}
