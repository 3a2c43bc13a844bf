import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document';

/** Recorded answer to an operation's documented example (`npm run openapi`), by operation id. */
export interface RecordedAnswer {
  status: number;
  body: unknown;
}

/** Beside this module, built or not. */
export const RECORDED_ANSWERS = join(__dirname, 'recorded-answers.json');

export function withRecordedAnswers(document: OpenAPIObject): void {
  const recorded = existsSync(RECORDED_ANSWERS)
    ? (JSON.parse(readFileSync(RECORDED_ANSWERS, 'utf8')) as Record<string, RecordedAnswer>)
    : {};
  for (const operation of operationsOf(document)) {
    const answer = recorded[operation.operationId];
    const media = answer && operation.responses[String(answer.status)]?.content?.['application/json'];
    if (!media) continue;
    media.examples = { exemplo: { value: answer.body } };
  }
}
