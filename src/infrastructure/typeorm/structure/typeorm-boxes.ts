import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { Boxes, SignatureOrigins, type BoxFilter, type ListedBox, type NewBox, type SignatureOrigin } from '#application/ports/structure';
import type { Scope } from '#domain/access/scope';
import { HIGHEST_CODE, type Box, type BoxType } from '#domain/boxes/box';
import { BoxCustodyEntity, BoxEntity, BoxTypeEntity, SignatureOriginEntity } from '../entities';
import { idBytes } from '../id-bytes';
import { withinClients } from '../scope-condition';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

const toBox = ({ id, code, numberedBy, unitId, typeId, parentId }: BoxEntity): Box => ({ id, code, numberedBy, unitId, typeId, parentId });

/** Alternatives. */
function withinReach(scope: Scope, { code, typeId }: BoxFilter): FindOptionsWhere<BoxEntity>[] {
  const where = { clientId: scope.clientId, ...(code !== undefined && { code }), ...(typeId !== undefined && { typeId }) };
  const units = scope.client.parts.map(({ unitIds }) => unitIds);
  if (units.includes('all')) return [where];
  const reached = units.flatMap((ids) => (ids === 'all' ? [] : [...ids]));
  return [
    { ...where, unitId: IsNull() },
    { ...where, unitId: In(reached) },
  ];
}

@Injectable()
export class TypeOrmBoxes extends Boxes {
  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  async find(scope: Scope, unitId: string, code: number): Promise<Box | null> {
    const numbered = { code, clientId: withinClients(scope) };
    const row = await this.unitOfWork.manager.findOne(BoxEntity, {
      where: [
        { ...numbered, numberedBy: 'client' },
        { ...numbered, unitId },
      ],
      order: { numberedBy: 'ASC' },
    });
    return row && toBox(row);
  }

  async idsOf(scope: Scope, code: number): Promise<string[]> {
    const { manager } = this.unitOfWork;
    const clientId = withinClients(scope);
    const boxes = await manager.findBy(BoxEntity, { code, clientId });
    const inner = await manager.findBy(BoxEntity, { parentId: In(boxes.map(({ id }) => id)), clientId });
    return [...new Set([...boxes, ...inner].map(({ id }) => id))];
  }

  async page(scope: Scope, filter: BoxFilter, page: number, pageSize: number): Promise<ListedBox[]> {
    const { manager } = this.unitOfWork;
    const order = { code: 'ASC', numberedBy: 'ASC', id: 'ASC' } as const;
    const boxes = await manager.find(BoxEntity, { where: withinReach(scope, filter), order, skip: (page - 1) * pageSize, take: pageSize });
    const ids = boxes.flatMap(({ parentId }) => parentId ?? []);
    const outer = await manager.findBy(BoxEntity, { id: In(ids), clientId: scope.clientId });
    const codeOf = new Map(outer.map(({ id, code }) => [id, code]));
    const nameOf = await this.typeNames(boxes);
    return boxes.map((row) => ({
      ...toBox(row),
      typeName: nameOf.get(row.typeId) as string,
      provisional: row.provisionalNumber,
      outerCode: codeOf.get(row.parentId ?? '') ?? null,
    }));
  }

  count(scope: Scope, filter: BoxFilter): Promise<number> {
    return this.unitOfWork.manager.countBy(BoxEntity, withinReach(scope, filter));
  }

  async numbered(scope: Scope, unitId: string | null, code: number): Promise<Box | null> {
    const where = { code, clientId: scope.clientId, unitId: unitId ?? IsNull() };
    const row = await this.unitOfWork.manager.findOneBy(BoxEntity, where);
    return row && toBox(row);
  }

  async add(scope: Scope, { provisional, code: asked, ...box }: NewBox, now: Date): Promise<number | null> {
    const { clientId } = scope;
    const numberedBy = box.unitId === null ? 'client' : 'unit';
    if (asked !== null && (await this.unitOfWork.manager.existsBy(BoxEntity, { clientId, code: asked }))) return null;
    const code = asked ?? (await this.nextCode(clientId));
    await this.unitOfWork.insert(BoxEntity, [{ ...box, code, clientId, numberedBy, provisionalNumber: provisional }]);
    // A box counts together with its sub-boxes (custody.ts).
    if (box.unitId !== null && box.parentId === null) {
      await this.unitOfWork.insert(BoxCustodyEntity, [{ clientId, unitId: box.unitId, boxId: box.id, startedAt: now }]);
    }
    return code;
  }

  /** Raw SQL: one's own types are told by a row of theirs or by their boxes, which Vitess has elsewhere and does not look for within an OR. */
  types({ clientId }: Scope, limit: number, id?: string): Promise<BoxType[]> {
    const only = id === undefined ? '' : 'AND id = ?';
    const parameters = [idBytes(clientId), ...(id === undefined ? [] : [id])];
    return this.sql.rows(
      `SELECT id, name FROM box_type WHERE (client_id IS NULL OR client_id = ?) ${only}
       UNION SELECT id, name FROM box_type WHERE EXISTS (SELECT 1 FROM box WHERE box.client_id = ? AND box.type_id = box_type.id) ${only}
       ORDER BY name, id LIMIT ?`,
      [...parameters, ...parameters, limit],
    );
  }

  async list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]> {
    const { manager } = this.unitOfWork;
    const boxes = await manager.find(BoxEntity, { where: { clientId: withinClients(scope) }, order: { code: 'ASC' }, take: limit });
    const nameOf = await this.typeNames(boxes);
    return boxes.map((row) => ({ ...toBox(row), clientId: row.clientId, typeName: nameOf.get(row.typeId) as string }));
  }

  /** Raw SQL: the lowest gap among codes is a self-join. */
  private async nextCode(clientId: string): Promise<number> {
    const { manager } = this.unitOfWork;
    const highest = await manager.maximum(BoxEntity, 'code', { clientId, code: LessThanOrEqual(HIGHEST_CODE) });
    if ((highest ?? 0) < HIGHEST_CODE) return Math.max(0, highest ?? 0) + 1;
    if (!(await manager.existsBy(BoxEntity, { clientId, code: 1 }))) return 1;
    const lowest = await this.sql.first<{ code: number }>(
      `SELECT MIN(box.code) + 1 AS code FROM box WHERE box.client_id = ? AND box.code > 0
         AND NOT EXISTS (SELECT 1 FROM box next_box WHERE next_box.client_id = box.client_id AND next_box.code = box.code + 1)`,
      [idBytes(clientId)],
    );
    return Number(lowest?.code);
  }

  private async typeNames(boxes: readonly BoxEntity[]): Promise<ReadonlyMap<string, string>> {
    const types = await this.unitOfWork.manager.findBy(BoxTypeEntity, { id: In([...new Set(boxes.map(({ typeId }) => typeId))]) });
    return new Map(types.map(({ id, name }) => [id, name]));
  }
}

@Injectable()
export class TypeOrmSignatureOrigins extends SignatureOrigins {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]> {
    return this.unitOfWork.manager.find(SignatureOriginEntity, { where: { clientId: withinClients(scope) }, order: { message: 'ASC' } });
  }
}
