import { Injectable } from '@nestjs/common';
import { Boxes } from '#application/ports/structure';
import { DocumentSearch, type FoundDocument } from '#application/ports/document-search';
import { Participants } from '#application/ports/workflows';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { distinctCriteria, type FieldCriterion } from '#domain/documents/criteria';
import { faultOfCriterion, LONGEST_BEGINNING, readCriterion } from '#domain/documents/field-value';
import { sentText, type Notation, type SentValue } from '#domain/documents/sent-value';
import { refuseAll, type FieldPath, type FieldProblem } from '#domain/errors';
import { fold } from '#domain/text';
import type { Level } from '#domain/trees/client-structure';
import { queryOf, type SearchConditions } from './search-conditions';
import { searchedLevels, searchNotation } from './searched-labels';

export interface SearchInput extends Omit<SearchConditions, 'nodeCodes' | 'fields' | 'boxIds'> {
  boxCode?: number;
  nodeId?: string;
  /** Null: it could not be read. */
  values: readonly { listName: string | null; label: string | null; value: SentValue | null; path: FieldPath }[];
  page: number;
  /** Absent: the default of the user. */
  pageSize?: number;
  count: boolean;
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

export interface FoundPage {
  page: number;
  /** Null unless asked for. */
  total: number | null;
  pages: number | null;
  documents: { found: FoundDocument; level: Level }[];
}

/** Operation 4.4. */
@Injectable()
export class SearchDocuments {
  constructor(
    private readonly search: DocumentSearch,
    private readonly boxes: Boxes,
    private readonly participants: Participants,
    private readonly timeZone: TimeZone,
  ) {}

  async execute(scope: Scope, input: SearchInput): Promise<FoundPage> {
    const query = queryOf(scope, await this.conditions(scope, input));
    const pageSize = input.pageSize ?? scope.actor.pageSize;
    const [documents, total] = await Promise.all([
      this.search.numbered(scope, query, input.page, pageSize),
      input.count ? this.search.total(scope, query) : null,
    ]);
    const { structure } = scope.client;
    return {
      page: input.page,
      total,
      pages: total === null ? null : Math.max(1, Math.ceil(total / pageSize)),
      documents: documents.flatMap((found) => {
        const level = structure.levelByCode(found.nodeCode);
        return level ? [{ found, level }] : [];
      }),
    };
  }

  private async conditions(scope: Scope, input: SearchInput): Promise<SearchConditions> {
    const { nodeId, boxCode, values, page: _page, pageSize: _pageSize, count: _count, unread, ...given } = input;
    const problems: FieldProblem[] = [...unread];
    const nodeCodes = nodeId === undefined ? undefined : this.subtree(scope, nodeId);
    const levels = searchedLevels(scope, nodeCodes);
    const notation = searchNotation(scope, nodeId, this.timeZone);
    const fields = distinctCriteria(values.map((value) => this.criteria(levels, value, notation, problems)));
    const boxIds = boxCode === undefined ? undefined : await this.boxes.idsOf(scope, boxCode);
    if (boxIds?.length === 0) problems.push({ path: ['searchedBox'], code: 'BOX_UNKNOWN', details: { code: boxCode as number } });
    if (given.documentCode !== undefined && !(await this.isOfClient(scope, given.documentCode))) {
      problems.push({ path: ['searchedDocument'], code: 'UNKNOWN_ID' });
    }
    if (given.createdBy !== undefined && !(await this.isUser(scope, given.createdBy))) {
      problems.push({ path: ['searchedUser'], code: 'UNKNOWN_ID' });
    }
    if (given.boxTypeId !== undefined && (await this.boxes.types(scope, 1, given.boxTypeId)).length === 0) {
      problems.push({ path: ['searchedBoxType'], code: 'UNKNOWN_ID' });
    }
    if (given.createdFrom && given.createdUntil && given.createdFrom > given.createdUntil) {
      problems.push({ path: ['createdUntil'], code: 'ORDER' });
    }
    refuseAll(problems);
    return { ...given, ...(nodeCodes && { nodeCodes }), ...(boxIds && { boxIds }), fields };
  }

  private isOfClient(scope: Scope, documentCode: number): Promise<boolean> {
    return this.isHeld(scope, { documentCode, fields: [] });
  }

  /** A user of the client or with grants there, or who once had them and has filed here. */
  private async isUser(scope: Scope, userId: string): Promise<boolean> {
    if ((await this.participants.find(scope, [userId])).size > 0) return true;
    return this.isHeld(scope, { createdBy: userId, fields: [] });
  }

  /** Deleted documents, too. */
  private async isHeld(scope: Scope, conditions: SearchConditions): Promise<boolean> {
    const queries = [queryOf(scope, conditions), queryOf(scope, { ...conditions, status: 'deleted' })];
    const counts = await Promise.all(queries.map((query) => this.search.count(scope, query, 1)));
    return counts.some(({ value }) => value > 0);
  }

  private subtree(scope: Scope, nodeId: string): number[] {
    const { node } = scope.level(nodeId);
    return scope.client.structure.subtree(node.code);
  }

  private criteria(
    levels: readonly Level[],
    { label, value, listName, path }: SearchInput['values'][number],
    notation: Notation,
    problems: FieldProblem[],
  ): FieldCriterion[] {
    if (label === null) return [];
    const [wanted, list] = [fold(label), listName === null ? null : fold(listName)];
    const named = new Map(levels.flatMap((level) => level.named(wanted, list).map((it) => [it.field.code, it] as const)));
    const [first] = named.values();
    if (!first) {
      problems.push({ path: [...path, 'searchedLabel'], code: 'FIELD_NOT_ON_LEVEL', details: { label } });
      return [];
    }
    if (value === null) return [];
    const text = sentText(value);
    if (text.length > LONGEST_BEGINNING && text.trimEnd().endsWith('%')) {
      problems.push({ path: [...path, 'searchedValue'], code: 'TOO_LONG', details: { max: LONGEST_BEGINNING } });
    }
    const criteria = [...named.values()].flatMap(({ field, list }): FieldCriterion[] => {
      const criterion = readCriterion(field, value, notation);
      return criterion ? [{ fieldCode: field.code, ofList: list !== null, criterion }] : [];
    });
    if (criteria.length === 0) {
      const { code, details } = faultOfCriterion(first.field, value, notation);
      problems.push({ path: [...path, 'searchedValue'], code, details: { label, ...details } });
    }
    return criteria;
  }
}
