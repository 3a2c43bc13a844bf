import { Injectable } from '@nestjs/common';
import { ListRows, type RowCriterion } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import { distinctCriteria } from '#domain/documents/criteria';
import { faultOfCriterion, LONGEST_BEGINNING, readCriterion } from '#domain/documents/field-value';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { CellInput } from '#domain/value-lists/sent-cells';
import type { ValueList } from '#domain/value-lists/value-list';
import { noRows, rowsMeeting, type RowStream } from './row-batches';

/** As many as a search for documents takes. */
const MOST_CRITERIA = 100;

export interface SearchListRowsInput {
  listId: string;
  /** All must hold; none: every row. */
  criteria: readonly CellInput[];
}

/** Operation 5.6. */
@Injectable()
export class SearchListRows {
  constructor(private readonly listRows: ListRows) {}

  execute(scope: Scope, input: SearchListRowsInput): RowStream {
    const list = scope.list(input.listId);
    if (!list) throw new DomainError('LIST_NOT_FOUND');
    const criteria = this.criteria(list, input.criteria);
    return { list, batches: criteria ? rowsMeeting(this.listRows, scope, list.id, criteria) : noRows() };
  }

  /** Null when no row can meet them all. */
  private criteria(list: ValueList, inputs: readonly CellInput[]): RowCriterion[] | null {
    const problems: FieldProblem[] = [];
    if (inputs.length > MOST_CRITERIA) problems.push({ path: [MOST_CRITERIA], code: 'TOO_LONG', details: { max: MOST_CRITERIA } });
    const criteria = inputs.slice(0, MOST_CRITERIA).flatMap((input) => this.criterion(list, input, problems));
    if (problems.length > 0) throw new DomainError('INPUT_INVALID', problems);
    const distinct = distinctCriteria(criteria.map((criterion) => [{ ...criterion, ofList: true }]));
    return distinct.some((group) => group.length === 0) ? null : distinct.flat();
  }

  private criterion(list: ValueList, { fieldId, value, path }: CellInput, problems: FieldProblem[]): RowCriterion[] {
    const field = list.fields.find(({ id }) => id === fieldId);
    if (!field) {
      problems.push({ path: [...path, 'fieldId'], code: 'LIST_FIELD_UNKNOWN', details: { list: list.name } });
      return [];
    }
    const criterion = readCriterion(field, value);
    if (!criterion)
      problems.push({ path: [...path, 'value'], code: faultOfCriterion(field, value), details: { label: field.label, type: field.type } });
    else if ('prefix' in criterion && [...criterion.prefix].length > LONGEST_BEGINNING) {
      problems.push({ path: [...path, 'value'], code: 'TOO_LONG', details: { max: LONGEST_BEGINNING } });
    }
    return criterion ? [{ fieldCode: field.code, criterion }] : [];
  }
}
