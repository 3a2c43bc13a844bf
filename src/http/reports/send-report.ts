import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { RunningReport } from '#application/reports/run-report.use-case';
import type { TimeZone } from '#application/support/time-zone';
import type { Row } from '#domain/reports/report';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { csvOf } from './report-csv';
import { jsonOf } from './report-json';
import { xlsxOf } from './report-xlsx';
import { LoopTurns } from './loop-turns';
import { REPORT_NAMES } from './words';

export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Form {
  contentType: string;
  /** Null: no download. */
  extension: string | null;
  write(report: RunningReport, timeZone: TimeZone): Readable | AsyncIterable<string>;
}

const FORMS: Record<string, Form> = {
  'application/json': { contentType: 'application/json', extension: null, write: jsonOf },
  [CSV]: { contentType: `${CSV}; charset=utf-8`, extension: 'csv', write: csvOf },
  [XLSX]: { contentType: XLSX, extension: 'xlsx', write: xlsxOf },
};

/** Limits batches of all reports in this process to two, so that one slow query does not block the others. */
const READING = new LoopTurns(2);

/** The form that `Accept` prefers; the default is JSON. */
function formOf(request: HttpRequest): Form {
  const accepted = request.accepts(Object.keys(FORMS));
  return (accepted === false ? undefined : FORMS[accepted]) ?? (FORMS['application/json'] as Form);
}

/**
 * Streams a report of any length with backpressure: the next batch is read when the client has taken the previous one. An
 * error before the first batch is a normal refusal; a later one breaks the connection, so that no client takes a part for
 * the whole report.
 */
export async function sendReport(request: HttpRequest, response: HttpResponse, report: RunningReport, timeZone: TimeZone): Promise<void> {
  const form = formOf(request);
  const isHead = request.method === 'HEAD';
  const batches = isHead ? none() : await begun(report.batches, response);
  response.setHeader('Content-Type', form.contentType);
  response.vary('Accept');
  if (form.extension !== null) response.setHeader('Content-Disposition', contentDisposition(fileName(report, form.extension, timeZone)));
  if (isHead) return void response.end();
  const written = form.write({ ...report, batches }, timeZone);
  await pipeline(written instanceof Readable ? written : Readable.from(written, { objectMode: false }), response);
}

const fileName = ({ report }: RunningReport, extension: string, timeZone: TimeZone) =>
  `${REPORT_NAMES[report.name]} ${timeZone.iso(new Date()).slice(0, 10)}.${extension}`;

async function* none(): AsyncGenerator<readonly Row[]> {}

/** The batches, with the first non-empty one already read; they end when the connection closes. */
async function begun(batches: AsyncIterable<readonly Row[]>, response: HttpResponse): Promise<AsyncIterable<readonly Row[]>> {
  const read = batches[Symbol.asyncIterator]();
  const connected = async function* () {
    try {
      for (;;) {
        const next = await READING.take(async () => (response.destroyed ? null : read.next()));
        if (next === null || next.done) return;
        if (next.value.length > 0) yield next.value;
      }
    } finally {
      await read.return?.();
    }
  };
  const rest = connected();
  const first = await rest.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* rest;
    } finally {
      await rest.return(undefined);
    }
  })();
}
