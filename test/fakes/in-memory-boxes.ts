import { Boxes, SignatureOrigins, type SignatureOrigin } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import type { BoxEntry, InMemoryDatabase } from './in-memory-database';

const toBox = ({ id, code, numberedBy, unitId, typeId, parentId }: BoxEntry): Box => ({ id, code, numberedBy, unitId, typeId, parentId });

const reaches = (scope: Scope, clientId: string) => scope.reaches.some((reach) => reach.structure.clientId === clientId);

export class InMemoryBoxes extends Boxes {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(scope: Scope, unitId: string, code: number): Promise<Box | null> {
    const ofCode = this.within(scope).filter((box) => box.code === code);
    const box = ofCode.find(({ numberedBy }) => numberedBy === 'client') ?? ofCode.find((candidate) => candidate.unitId === unitId);
    return box ? toBox(box) : null;
  }

  async idsOf(scope: Scope, code: number): Promise<string[]> {
    const boxes = this.within(scope);
    const ofCode = boxes.filter((box) => box.code === code).map(({ id }) => id);
    const within = boxes.filter(({ parentId }) => parentId !== null && ofCode.includes(parentId)).map(({ id }) => id);
    return [...new Set([...ofCode, ...within])];
  }

  async list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]> {
    return this.within(scope)
      .sort((a, b) => a.code - b.code)
      .slice(0, limit)
      .map((box) => ({ ...toBox(box), clientId: box.clientId, typeName: box.typeName }));
  }

  private within(scope: Scope) {
    return [...this.database.tables.boxes.values()].filter((box) => reaches(scope, box.clientId));
  }
}

export class InMemorySignatureOrigins extends SignatureOrigins {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]> {
    return [...this.database.tables.origins.values()].filter((origin) => reaches(scope, origin.clientId));
  }
}
