import { Module } from '@nestjs/common';
import { AccessPolicy } from './access/access-policy';
import { FaultLog } from './fault-log';
import { authUseCases } from './auth';
import { documentUseCases } from './documents';
import { fileUseCases } from './files';
import { structureUseCases } from './structure';

const providers = [AccessPolicy, FaultLog, ...authUseCases, ...documentUseCases, ...fileUseCases, ...structureUseCases];

/** The use cases. Their ports come from the infrastructure, which is global. */
@Module({ providers, exports: providers })
export class ApplicationModule {}
