import { ApiProperty } from '@nestjs/swagger';
import type { ClientArchiveChange } from '#application/provisioning/change-client-archive.use-case';
import type { Action, PlanEntry, PlanGroup } from '#domain/provisioning/archive-plan';
import type { PlaceQuery } from '../auth/place-query';
import { SIMULATION } from '../openapi/dry-run';
import { Flag, Guid } from '../validation/decorators';
import type { Doc } from '../validation/members';
import { Plain } from '../validation/plain';
import { archiveSentence } from './archive-sentence';

const ACTIONS: Record<Action, string> = { add: 'incluir', change: 'alterar', remove: 'remover' };
const THINGS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

export class ArchiveQuery implements PlaceQuery {
  @Guid({ description: 'Client.', required: true })
  idCliente!: string;
}

export class ChangeArchiveQuery extends ArchiveQuery {
  @Flag({ description: SIMULATION, filled: true })
  simular?: boolean;

  @Flag({ description: 'Allows what removes levels, fields, lists, box types, profiles or workflows.' })
  remover?: boolean;
}

/** A section of the archive file, which the reader of archive files checks; it knows which numbers are amounts. */
const Section = (doc: Doc) => Plain(doc, THINGS);

/** Sections in the words of archive files (`docs/archive.schema.json`). */
export class ArchiveBody {
  @Section({ description: 'Units that serve the client. They are shown, and not changed here.' })
  units?: unknown;

  @Section({ description: 'Box types: those that the client uses, and those of all clients.' })
  boxTypes?: unknown;

  @Section({
    description:
      'Profiles: those of the client and those of all clients. Shown to, and changed by, who has `user:manage` for the whole client, too.',
  })
  profiles?: unknown;

  @Section({
    description:
      'The client: `levels` with their fields, `lists`, `workflows`. Its `contracts` with their services are shown to who has `billing:view` there, and not changed here.',
  })
  clients?: unknown;

  @Section({
    description:
      'Users of the client, with their permissions there. They are shown to who has `user:manage` for the whole client, and not changed here.',
  })
  users?: unknown;

  static toValue({ units, boxTypes, profiles, clients, users }: ArchiveBody): object {
    const sent = Object.entries({ units, boxTypes, profiles, clients, users });
    return Object.fromEntries(sent.filter(([, section]) => section !== undefined));
  }
}

export class ArchiveAnswer {
  @ApiProperty({ ...THINGS, example: [{ id: 'ca48fd09-ddea-85c3-a592-6b8c4c1303ea', name: 'Unidade Central' }] }) units!: readonly object[];
  @ApiProperty(THINGS) boxTypes!: readonly object[];
  @ApiProperty({ ...THINGS, required: false, description: 'Only with `user:manage` for the whole client.' }) profiles?: readonly object[];
  @ApiProperty(THINGS) clients!: readonly object[];
  @ApiProperty({ ...THINGS, required: false, description: 'Only with `user:manage` for the whole client.' }) users?: readonly object[];
}

class PlannedThing {
  @ApiProperty({ enum: Object.values(ACTIONS) }) acao!: string;
  @ApiProperty({ example: 'Empresa Exemplo / Financeiro > Notas Fiscais / Número' }) nome!: string;
  @ApiProperty({ type: [String], description: 'What changes about it, in the words of the archive file.', example: ['max: null → 20'] })
  detalhes!: readonly string[];

  static from({ action, name, details }: PlanEntry): PlannedThing {
    return { acao: ACTIONS[action], nome: name, detalhes: details.map(archiveSentence) };
  }
}

class PlannedGroup {
  @ApiProperty({ example: 'campos' }) tipo!: string;
  @ApiProperty({ example: 1 }) incluir!: number;
  @ApiProperty({ example: 0 }) alterar!: number;
  @ApiProperty({ example: 0 }) remover!: number;
  @ApiProperty({ type: [PlannedThing] }) itens!: PlannedThing[];

  static from({ what, counts: { add, change, remove }, entries }: PlanGroup): PlannedGroup {
    const itens = entries.map((entry) => PlannedThing.from(entry));
    return { tipo: archiveSentence(what), incluir: add, alterar: change, remover: remove, itens };
  }
}

export class ArchivePlanAnswer {
  @ApiProperty({ description: 'False: there is nothing to change, or this was only asked.', example: true }) gravado!: boolean;
  @ApiProperty({ type: [PlannedGroup] }) alteracoes!: PlannedGroup[];

  static from({ plan, written }: ClientArchiveChange): ArchivePlanAnswer {
    return { gravado: written, alteracoes: plan.groups.map((group) => PlannedGroup.from(group)) };
  }
}
