import { RequestMethod } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPE } from '../events/cloud-event';
import { Flag } from '../validation/decorators';
import { IGNORED_NAMES } from '../validation/ignored-names';
import { FLAG, membersOf, type Class } from '../validation/members';
import type { OperationSpec } from './operation-spec';

export const SIMULATION = 'Only check: everything is validated, nothing is stored, and the answer (200) says what would happen.';
/** Generated clients take 200 as the result: it stays what it is, and a dry run is documented as 2XX (docs/adr/0028-clients.md). */
export const DRY_RUN = '200: With `simular`: what would happen.';

class DryRunEvent {
  @ApiProperty({ ...EVENT_TYPE, example: 'arquivo.excluido' }) tipo!: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    example: {
      idDocumento: '9f3a6b1e-52f5-4c0e-8a3c-1d2b3c4d5e07',
      idNivel: 'c0ff3c4d-5e07-4f0a-9d0b-6f3f6a9c64c1',
      arquivos: [{ idArquivo: 'aa01c64c-1d2b-4f0a-9d0b-3c4d5e076f3f' }],
    },
    description: '`data` of the event. Ids and codes of what would be new are others in the real call.',
  })
  dados!: Record<string, unknown>;
}

/** Answer of an operation with `simular` that has no other. */
export class DryRunAnswer {
  @ApiProperty({ example: true }) simulado!: true;
  @ApiProperty({
    type: [DryRunEvent],
    description: 'What the call would record, as in `GET /api/Evento`; nothing where nothing would change.',
  })
  eventos!: readonly DryRunEvent[];
  @ApiProperty({ type: [String], description: IGNORED_NAMES, example: [] }) camposIgnorados!: readonly string[];
}

/** An operation that is asked for by another method than GET says what `simular` does; the service does not start otherwise. */
export function withDryRun(spec: OperationSpec, method: RequestMethod, name: string): OperationSpec {
  const { dryRun, number, query, also = [] } = spec;
  if (method === RequestMethod.GET) return spec;
  if (dryRun === undefined) throw new Error(`${name} does not say what it does with ${FLAG}`);
  if (dryRun === 'unknown' && number !== null) throw new Error(`${name} does not take ${FLAG}`);
  if (dryRun === 'refused') return { ...spec, query: flagged(query) };
  if (dryRun !== 'rehearsed') return spec;
  return { ...spec, query: flagged(query), also: [...also, { status: '2XX', description: DRY_RUN, types: [DryRunAnswer] }] };
}

function flagged(query: Class = class {}): Class {
  if (membersOf(query).some((member) => member.name === FLAG)) return query;
  const { [query.name]: withFlag } = { [query.name]: class extends query {} };
  Flag({ description: SIMULATION, filled: true })((withFlag as Class).prototype as object, FLAG);
  return withFlag as Class;
}
