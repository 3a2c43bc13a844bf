import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document';

/** What the service answered when every documented example was played (`npm run openapi`), by the operation's id. */
export interface RecordedAnswer {
  status: number;
  body: unknown;
}

/** Stands beside the program, built or not. */
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
