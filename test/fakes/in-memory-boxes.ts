import { Boxes, SignatureOrigins, type SignatureOrigin } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import type { InMemoryDatabase } from './in-memory-database';

const reaches = (scope: Scope, clientId: string) => scope.reaches.some((reach) => reach.structure.clientId === clientId);

export class InMemoryBoxes extends Boxes {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(scope: Scope, unitId: string, code: number): Promise<Box | null> {
    const ofCode = this.within(scope).filter((box) => box.code === code);
    const box = ofCode.find(({ numberedBy }) => numberedBy === 'client') ?? ofCode.find((candidate) => candidate.unitId === unitId);
    return box ? { id: box.id, code, numberedBy: box.numberedBy, unitId: box.unitId, typeId: box.typeId } : null;
  }

  async exists(scope: Scope, code: number): Promise<boolean> {
    return this.within(scope).some((box) => box.code === code);
  }

  async list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]> {
    return this.within(scope)
      .sort((a, b) => a.code - b.code)
      .slice(0, limit);
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
