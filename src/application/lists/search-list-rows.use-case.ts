import { Injectable } from '@nestjs/common';
import { ListRows, type RowCriterion } from '#application/ports/lists';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { distinctCriteria } from '#domain/documents/criteria';
import { faultOfCriterion, LONGEST_BEGINNING, readCriterion } from '#domain/documents/field-value';
import { notationOfLists, type Notation } from '#domain/documents/sent-value';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { CellInput } from '#domain/value-lists/sent-cells';
import type { ValueList } from '#domain/value-lists/value-list';
import { noRows, rowsMeeting, type RowStream } from './row-batches';

/** The same limit as in a document search. */
const MOST_CRITERIA = 100;

export interface SearchListRowsInput {
  /** Null: it could not be read. */
  listId: string | null;
  /** Combined with AND; empty: every row. */
  criteria: readonly CellInput[];
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

/** Operation 5.6. */
@Injectable()
export class SearchListRows {
  private readonly notation: Notation;

  constructor(
    private readonly listRows: ListRows,
    timeZone: TimeZone,
  ) {
    this.notation = notationOfLists(timeZone);
  }

  execute(scope: Scope, input: SearchListRowsInput): RowStream {
    const list = input.listId === null ? undefined : scope.list(input.listId);
    if (!list) refuseAll(input.unread);
    if (!list) throw new DomainError('LIST_NOT_FOUND');
    const criteria = this.criteria(list, input);
    return { list, batches: criteria ? rowsMeeting(this.listRows, scope, list.id, criteria) : noRows() };
  }

  /** Null when no row can match. */
  private criteria(list: ValueList, { criteria: inputs, unread }: SearchListRowsInput): RowCriterion[] | null {
    const problems: FieldProblem[] = [...unread];
    if (inputs.length > MOST_CRITERIA) problems.push({ path: [MOST_CRITERIA], code: 'TOO_LONG', details: { max: MOST_CRITERIA } });
    const criteria = inputs.slice(0, MOST_CRITERIA).flatMap((input) => this.criterion(list, input, problems));
    refuseAll(problems);
    const distinct = distinctCriteria(criteria.map((criterion) => [{ ...criterion, ofList: true }]));
    return distinct.some((group) => group.length === 0) ? null : distinct.flat();
  }

  private criterion(list: ValueList, { fieldId, value, path }: CellInput, problems: FieldProblem[]): RowCriterion[] {
    if (fieldId === null) return [];
    const field = list.fields.find(({ id }) => id === fieldId);
    if (!field) {
      problems.push({ path: [...path, 'fieldId'], code: 'LIST_FIELD_UNKNOWN', details: { list: list.name } });
      return [];
    }
    if (value === null) return [];
    const criterion = readCriterion(field, value, this.notation);
    if (!criterion) {
      const { code, details } = faultOfCriterion(field, value, this.notation);
      problems.push({ path: [...path, 'value'], code, details: { label: field.label, ...details } });
    } else if ('prefix' in criterion && [...criterion.prefix].length > LONGEST_BEGINNING) {
      problems.push({ path: [...path, 'value'], code: 'TOO_LONG', details: { max: LONGEST_BEGINNING } });
    }
    return criterion ? [{ fieldCode: field.code, criterion }] : [];
  }
}
