import { ApiProperty } from '@nestjs/swagger';
import type { CloudEventBody } from '#application/events/cloud-event';
import { EVENT_TYPES } from '#domain/audit/event-types';

export const EVENT_TYPE = { enum: Object.values(EVENT_TYPES), enumName: 'EventType' };

/** What all events have in common, in the envelope of CloudEvents 1.0. */
export class EventEnvelope {
  @ApiProperty({ example: '1.0' }) specversion!: '1.0';
  @ApiProperty({ example: '1025', description: 'The position, as a text: unique together with `source`.' }) id!: string;
  @ApiProperty({ example: '/clientes/5b0e4b7c-0c39-4f0a-9d0b-6f3f6a9c64c1' }) source!: string;
  @ApiProperty({
    required: false,
    example: 'documentos/9f3a6b1e-52f5-4c0e-8a3c-1d2b3c4d5e07',
    description: 'What it happened to. Events of one thing are in the order in which they happened.',
  })
  subject?: string;
  @ApiProperty({
    example: '2026-11-23T09:30:00.123-03:00',
    description: "Clock of the server that wrote it. Order by `posicao`: servers' clocks differ.",
  })
  time!: string;
  @ApiProperty({ example: 'application/json' }) datacontenttype!: 'application/json';
  @ApiProperty({ example: 1025, description: "Place in the client's log, from 1 without a gap." }) posicao!: number;
}

/** An event: ids, codes, states and digests, never contents or names. */
export class CloudEvent extends EventEnvelope implements CloudEventBody {
  @ApiProperty({ ...EVENT_TYPE, example: 'documento.criado' }) type!: string;
  @ApiProperty({
    type: Object,
    example: {
      idAutor: 'c0ff3c4d-5e07-4f0a-9d0b-6f3f6a9c64c1',
      idDocumento: '9f3a6b1e-52f5-4c0e-8a3c-1d2b3c4d5e07',
      codigo: 4711,
      arquivos: [{ idArquivo: 'aa01c64c-1d2b-4f0a-9d0b-3c4d5e076f3f', sha256: '9f86d081…', tamanho: 18231 }],
    },
    description: 'Ids, codes, states and digests. `idAutor`: who did it, null when erased. Members are only ever added.',
  })
  data!: Record<string, unknown>;
}
