import { Injectable } from '@nestjs/common';
import { ActivityRows, type ReportedSignature } from '#application/ports/reports';
import { fileNameOf } from '#domain/files/file-name';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import { activityAsked, type ReportRequest } from '../report-request';

const TABLE = new Table<ReportedSignature>([
  ['signedAt', ({ signedAt }) => signedAt],
  ['signatureCode', ({ code }) => code],
  ['fileId', ({ fileId }) => fileId],
  ['fileName', ({ fileName, extension }) => fileNameOf({ name: fileName, extension })],
  ['fileVersion', ({ version }) => version],
  ['documentCode', ({ documentCode }) => documentCode],
  ['workflowCode', ({ workflowCode }) => workflowCode],
  ['originMessage', ({ originMessage }) => originMessage],
  ['signerName', ({ signerName }) => signerName],
  ['signerDocument', ({ signerDocument }) => signerDocument],
  ['companyName', ({ companyName }) => companyName],
  ['companyDocument', ({ companyDocument }) => companyDocument],
]);

/** Who signed which file and when; shows the current version of a file. */
@Injectable()
export class SignaturesReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a15';
  readonly name = 'signatures';
  readonly kind = 'client';
  readonly needs = ['document:view', 'file:view'] as const;
  override readonly parameters = [optional('from'), optional('until')];

  constructor(private readonly rows: ActivityRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    const asked = activityAsked(request);
    const { scopes } = request.reach;
    return TABLE.of(inBatches<ReportedSignature>((after) => this.rows.signatures(scopes, asked, after, BATCH_ROWS)));
  }
}
