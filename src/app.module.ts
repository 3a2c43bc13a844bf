import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { HttpModule } from '#http/http.module';
import { armFailpoint } from '#infrastructure/support/failpoints';
import { InfrastructureModule } from '#infrastructure/infrastructure.module';
import { CONFIG_NAME, type Config } from './config';

@Module({})
export class AppModule {
  /**
   * @param config was read before: by the logger, by the command line, or by a test
   * @param more what not every program has
   */
  static with(config: Config, ...more: Type[]): DynamicModule {
    armFailpoint(config);
    const configuration = ConfigModule.forRoot({
      isGlobal: true,
      ignoreEnvFile: true,
      skipProcessEnv: true,
      load: [registerAs(CONFIG_NAME, () => config)],
    });
    return { module: AppModule, imports: [configuration, InfrastructureModule, HttpModule.create(config), ...more] };
  }
}
