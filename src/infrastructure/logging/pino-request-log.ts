import { Injectable } from '@nestjs/common';
import { RequestLog, type AnsweredRequest } from '#application/telemetry/request-log';
import { PinoLogger } from './pino-logger';

@Injectable()
export class PinoRequestLog extends RequestLog {
  constructor(private readonly logger: PinoLogger) {
    super();
  }

  answered(request: AnsweredRequest, quiet: boolean): void {
    const { pino } = this.logger;
    if (request.status >= 500) pino.warn(request, 'answered');
    else if (quiet) pino.debug(request, 'answered');
    else pino.info(request, 'answered');
  }
}
