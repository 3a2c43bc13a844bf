import { Module, type DynamicModule } from '@nestjs/common';
import { HttpModule } from '#http/http.module';
import { InfrastructureModule } from '#infrastructure/infrastructure.module';
import type { Config } from './config';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return { module: AppModule, imports: [InfrastructureModule.with(config), HttpModule.with(config)] };
  }
}
