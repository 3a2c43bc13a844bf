import { Injectable } from '@nestjs/common';
import { rowsMeeting } from '#application/lists/row-batches';
import { ListRows, type ListRow } from '#application/ports/lists';
import { canonicalText } from '#domain/documents/field-value';
import { mandatory } from '#domain/reports/parameters';
import type { Cell, Column, ReportData, Row, ValueKind } from '#domain/reports/report';
import type { Field, FieldType } from '#domain/trees/field';
import { Report } from '../report';
import type { ReportRequest } from '../report-request';

const KINDS: Partial<Record<FieldType, ValueKind>> = { number: 'decimal', money: 'decimal', date: 'day' };

/** Numbers, amounts and days in canonical form. */
const cellOf = (field: Field, text: string | undefined): Cell =>
  text === undefined ? null : KINDS[field.type] ? canonicalText(field, text) : text;

/** The rows of a list in insertion order, one column per field. */
@Injectable()
export class ListRowsReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a06';
  readonly name = 'list-rows';
  readonly kind = 'client';
  readonly needs = ['list:view'] as const;
  override readonly parameters = [mandatory('listId')];

  constructor(private readonly listRows: ListRows) {
    super();
  }

  open({ reach, parameters }: ReportRequest): ReportData {
    const listId = parameters.require('listId');
    const list = reach.listsOf(reach.structure).find(({ id }) => id === listId);
    if (!list) throw parameters.refusal('listId', 'UNKNOWN_ID');
    const fields = list.fields.map(({ label, type }): Column => ({ label, kind: KINDS[type] ?? 'text' }));
    const toRow = ({ id, texts }: ListRow): Row => [id, ...list.fields.map((field) => cellOf(field, texts.get(field.code)))];
    const rows = async function* (this: ListRowsReport) {
      for await (const batch of rowsMeeting(this.listRows, reach.scopes[0], listId, [])) yield batch.map(toRow);
    };
    return { columns: [{ name: 'rowId' }, ...fields], batches: rows.call(this) };
  }
}
