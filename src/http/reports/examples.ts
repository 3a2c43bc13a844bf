import { stableId } from '#application/support/stable-id';

/** Ids for a report on the demo archive. */
export const EXAMPLE = { client: stableId('client', 'Empresa Exemplo'), report: '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a09' };
