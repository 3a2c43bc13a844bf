import { Injectable } from '@nestjs/common';
import { WorkflowDefinitions } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Indexer } from '#domain/trees/client-structure';
import { formLevel } from '#domain/workflows/form-level';
import type { WorkflowDefinition } from '#domain/workflows/workflow-definition';

/** A definition with the fields of its form. */
export interface ShownDefinition {
  definition: WorkflowDefinition;
  fields: readonly Indexer[];
}

/** Operation 6.1. */
@Injectable()
export class ListDefinitions {
  constructor(private readonly definitions: WorkflowDefinitions) {}

  async execute(scope: Scope): Promise<ShownDefinition[]> {
    const { lists } = scope.client.structure;
    return (await this.definitions.list(scope)).map((definition) => {
      const { form } = definition.design;
      return { definition, fields: form ? formLevel(form, lists).indexers : [] };
    });
  }
}
