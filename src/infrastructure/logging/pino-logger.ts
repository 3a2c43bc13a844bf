import cluster from 'node:cluster';
import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { Config } from '#src/config';
import { GatheredLines } from './gathered-lines';

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

interface ErrorCodes {
  code?: string;
  errno?: number;
  errcode?: number;
  systemErrno?: number;
}

/** The diagnostic part of an error; a driver's error contains the values of its statement, which must not be logged. */
export function safeError(error: unknown): object {
  const { name, message, stack, code, errcode, systemErrno, errno = systemErrno, cause } = error as Error & ErrorCodes;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const isQuery = name === 'QueryFailedError';
  return {
    name,
    message: isQuery ? 'a statement failed' : message,
    code,
    errno,
    // SQLite's extended code: `code` names the primary one.
    ...(errcode !== undefined && { errcode }),
    frames,
    ...(cause instanceof Error && { cause: safeError(cause) }),
  };
}

/** What needs no quotes; whatever else could make a line look like another. */
const PLAIN = /^[\w.:/{}-]+$/;

/** Of a line of JSON, one that people read: what has a place of its own, then the rest. */
export function asText(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as { time: number; level: number; msg?: string; err?: { frames?: string[] } };
  const words = Object.entries({ ...rest, ...(err && { err: { ...err, frames: undefined } }) }).map(
    ([name, value]) => `${name}=${PLAIN.test(String(value)) ? String(value) : JSON.stringify(value)}`,
  );
  const head = `${new Date(time).toISOString()} ${(pino.levels.labels[level] ?? '').toUpperCase().padEnd(5)} ${msg ?? ''}`;
  return `${[[head, ...words].join(' '), ...(err?.frames ?? [])].join('\n')}\n`;
}

export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): PinoLogger {
  const stream = new GatheredLines(2, logFormat === 'json' ? (line) => line : asText);
  // Of several processes, each names itself.
  const base = cluster.worker ? { worker: cluster.worker.id } : null;
  return new PinoLogger(pino({ level: logLevel, base, serializers: { err: safeError } }, stream));
}
