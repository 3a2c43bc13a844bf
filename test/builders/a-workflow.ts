import { newId } from '#application/support/ids';
import { NOBODY_NAMED } from '#domain/workflows/named';
import type { NewWorkflow } from '#domain/workflows/workflow';
import { DEMO, userId } from './demo';

/** A flow of the demo archive that has just begun. */
export const aWorkflow = (over: Partial<NewWorkflow> = {}): NewWorkflow => ({
  id: newId(),
  clientId: DEMO.client,
  definitionId: DEMO.checking,
  revision: 1,
  status: 'running',
  note: 'Pedido',
  startedAt: new Date('2026-11-21T12:00:00.000Z'),
  startedBy: userId('demo'),
  endedAt: null,
  named: { ...NOBODY_NAMED, emails: ['a@x', 'b@x'] },
  ...over,
});
