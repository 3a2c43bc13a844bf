import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { Indexer, Level } from '#domain/trees/client-structure';
import { LevelExample, type ExampleIndexer } from './level-example';

export interface DescribedLevel {
  level: Level;
  clientId: string;
  clientName: string;
  /** Reachable units. */
  units: { id: string; name: string }[];
  due: { indexer: Indexer; months: number } | null;
  example: readonly ExampleIndexer[];
}

/** `GET /api/Estrutura/{idArvoreOrganizacional}`: the fields and lists of documents at a level. */
@Injectable()
export class DescribeLevel {
  constructor(
    private readonly examples: LevelExample,
    private readonly access: AccessPolicy,
  ) {}

  async execute(scope: Scope, nodeId: string): Promise<DescribedLevel> {
    const structure = scope.reaches.map((reach) => reach.structure).find((candidate) => candidate.node(nodeId));
    const level = structure?.level(nodeId);
    if (!structure || !level || !scope.reachesNode(structure.clientId, level.node.code)) throw new DomainError('NOT_PERMITTED');
    const { clientId, clientName } = structure;
    const indexer = level.indexers.find(({ field }) => field.code === level.retention?.referenceFieldCode);
    return {
      level,
      clientId,
      clientName,
      units: structure.units.filter(({ id }) => scope.reachesNode(clientId, level.node.code, id)).map(({ id, name }) => ({ id, name })),
      due: level.retention && indexer ? { indexer, months: level.retention.months } : null,
      example: await this.examples.of(await this.listViewer(scope.actor, clientId), structure, level),
    };
  }

  /** Rows of lists are shown only to users with the permission. */
  private listViewer(actor: Actor, clientId: string): Promise<Scope | null> {
    return this.access.require(actor, 'list:view', { clientId }).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'NOT_PERMITTED') return null;
      throw error;
    });
  }
}
