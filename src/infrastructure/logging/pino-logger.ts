import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { Config } from '#src/config';

/** The service's log: one JSON object per line on standard error, so that standard output is for people. */
export class PinoLogger implements LoggerService {
  constructor(readonly pino: Logger) {}

  log(message: unknown, context?: string): void {
    this.pino.debug({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const error = message instanceof Error ? message : undefined;
    this.pino.error({ err: error, context: rest.at(-1) }, error ? 'a fault' : String(message));
  }

  warn(message: unknown, context?: string): void {
    this.pino.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.pino.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.pino.trace({ context }, String(message));
  }
}

/** Of an error, what helps to find its cause; a driver's error carries the values of its statement, which nobody may see. */
export function safeError(error: unknown): object {
  const { name, message, stack, code, errno, cause } = error as Error & { code?: string; errno?: number };
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const isQuery = name === 'QueryFailedError';
  return {
    name,
    message: isQuery ? 'a statement failed' : message,
    code,
    errno,
    frames,
    ...(cause instanceof Error && { cause: safeError(cause) }),
  };
}

export function createLogger(config: Pick<Config, 'logLevel'>): PinoLogger {
  return new PinoLogger(pino({ level: config.logLevel, base: null, serializers: { err: safeError } }, pino.destination(2)));
}
