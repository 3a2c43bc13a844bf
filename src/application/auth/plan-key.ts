import type { KeyObject } from 'node:crypto';

/** Signs the plans of changes that language models propose (docs/adr/0060-model-context-protocol.md). */
export class PlanKey {
  constructor(readonly key: KeyObject) {}
}
