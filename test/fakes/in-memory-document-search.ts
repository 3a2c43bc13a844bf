import { DocumentSearch, type BoxNumbers, type FoundDocument, type SearchConditions } from '#application/ports/document-search';
import type { FieldCriterion } from '#domain/documents/criteria';
import type { Scope } from '#domain/access/scope';
import type { BoxEntry, DocumentEntry, InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

export class InMemoryDocumentSearch extends DocumentSearch {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    const matches = this.matches(scope, conditions).sort((a, b) => b.code - a.code);
    return matches.slice((page - 1) * pageSize, page * pageSize).map((document) => this.toFound(document));
  }

  async count(scope: Scope, conditions: SearchConditions): Promise<number> {
    return this.matches(scope, conditions).length;
  }

  private matches(scope: Scope, conditions: SearchConditions): DocumentEntry[] {
    const within = [...this.database.tables.documents.values()].filter((it) => scope.reachesNode(it.clientId, it.nodeCode, it.unitId));
    return within.filter((document) => this.meets(document, conditions));
  }

  private meets(document: DocumentEntry, c: SearchConditions): boolean {
    const { units, boxes } = this.database.tables;
    const box = document.boxId === null ? undefined : boxes.get(document.boxId);
    return (
      (c.status ? document.status === c.status : document.deletedAt === null) &&
      (!c.nodeCodes || c.nodeCodes.includes(document.nodeCode)) &&
      (!c.unitId || document.unitId === c.unitId) &&
      (!c.unitCnpj || units.get(document.unitId)?.cnpj === c.unitCnpj) &&
      (c.documentCode === undefined || document.code === c.documentCode) &&
      (!c.boxIds || (document.boxId !== null && c.boxIds.includes(document.boxId))) &&
      (c.boxTypeId === undefined || box?.typeId === c.boxTypeId) &&
      (!c.createdFrom || document.createdAt >= c.createdFrom) &&
      (!c.createdUntil || document.createdAt <= c.createdUntil) &&
      (!c.dueDay || document.dueDay === c.dueDay) &&
      (c.externalKey === undefined || document.externalKey === c.externalKey) &&
      (!c.createdBy || document.createdBy === c.createdBy) &&
      c.fields.every((alternatives) => alternatives.some((alternative) => this.hasValue(document, alternative)))
    );
  }

  private hasValue(document: DocumentEntry, { fieldCode, ofList, criterion }: FieldCriterion): boolean {
    const cell = (ofList ? this.listCells(document) : document.values).find((value) => value.fieldCode === fieldCode);
    if (!cell) return false;
    return 'exact' in criterion ? cell.key === criterion.exact : cell.key.startsWith(criterion.prefix);
  }

  private listCells(document: DocumentEntry) {
    return [...document.rows.values()].flatMap((rowCode) => this.database.tables.listRows.get(rowCode)?.cells ?? []);
  }

  private toFound(document: DocumentEntry): FoundDocument {
    const { id, code, clientId, nodeCode, status, version, boxId, dueDay, values } = document;
    const { boxes } = this.database.tables;
    const inner = boxId === null ? undefined : boxes.get(boxId);
    const outer = inner && inner.parentId !== null ? boxes.get(inner.parentId) : undefined;
    return {
      id,
      code,
      clientId,
      nodeCode,
      status,
      version,
      box: numbersOf(outer ?? inner),
      subBox: outer ? numbersOf(inner) : null,
      boxNumberedBy: inner?.numberedBy ?? null,
      dueDay,
      fileCount: liveFiles(document).length,
      values: new Map([...values, ...this.listCells(document)].map((value) => [value.fieldCode, value.text])),
    };
  }
}

const numbersOf = (box: BoxEntry | undefined): BoxNumbers | null => (box ? { code: box.code, provisional: box.provisional } : null);
