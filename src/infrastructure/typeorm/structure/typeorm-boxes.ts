import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Boxes, SignatureOrigins, type SignatureOrigin } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import { BoxRow, BoxTypeRow, SignatureOriginRow } from '../rows';
import { withinClients } from '../scope-condition';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

const toBox = ({ id, code, numberedBy, unitId, typeId, parentId }: BoxRow): Box => ({ id, code, numberedBy, unitId, typeId, parentId });

@Injectable()
export class TypeOrmBoxes extends Boxes {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  async find(scope: Scope, unitId: string, code: number): Promise<Box | null> {
    const numbered = { code, clientId: withinClients(scope) };
    const row = await this.unitOfWork.manager.findOne(BoxRow, {
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
    const boxes = await manager.findBy(BoxRow, { code, clientId });
    const inner = await manager.findBy(BoxRow, { parentId: In(boxes.map(({ id }) => id)), clientId });
    return [...new Set([...boxes, ...inner].map(({ id }) => id))];
  }

  async list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]> {
    const { manager } = this.unitOfWork;
    const boxes = await manager.find(BoxRow, { where: { clientId: withinClients(scope) }, order: { code: 'ASC' }, take: limit });
    const types = await manager.findBy(BoxTypeRow, { id: In([...new Set(boxes.map(({ typeId }) => typeId))]) });
    const nameOf = new Map(types.map(({ id, name }) => [id, name]));
    return boxes.map((row) => ({ ...toBox(row), clientId: row.clientId, typeName: nameOf.get(row.typeId) as string }));
  }
}

@Injectable()
export class TypeOrmSignatureOrigins extends SignatureOrigins {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]> {
    return this.unitOfWork.manager.find(SignatureOriginRow, { where: { clientId: withinClients(scope) }, order: { message: 'ASC' } });
  }
}
