import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/unit-of-work';
import { PinoLogger } from './pino-logger';

@Injectable()
export class LogDiagnostics extends Diagnostics {
  constructor(private readonly logger: PinoLogger) {
    super();
  }

  problem(where: string, error: unknown): void {
    this.logger.pino.error({ err: error, where }, `problem in ${where}`);
  }
}
