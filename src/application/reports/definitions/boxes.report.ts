import { Injectable } from '@nestjs/common';
import { ReportRows, type ReportedBox } from '#application/ports/reports';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import type { ClientStructure } from '#domain/trees/client-structure';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import type { ReportRequest } from '../report-request';
import { unitNameIn } from './document-rows';

interface PlacedBox {
  box: ReportedBox;
  structure: ClientStructure;
}

const TABLE = new Table<PlacedBox>([
  ['clientName', ({ structure }) => structure.clientName],
  ['boxCode', ({ box }) => box.code],
  ['provisionalNumber', ({ box }) => box.provisionalNumber],
  ['outerBoxCode', ({ box }) => box.outerCode],
  ['boxType', ({ box }) => box.typeName],
  ['custody', ({ box }) => box.numberedBy],
  ['unitName', ({ box, structure }) => unitNameIn(structure, box.unitId)],
  ['documentCount', ({ box }) => box.documentCount],
]);

/** Boxes by code, with their custodian and the number of reachable documents in them. */
@Injectable()
export class BoxesReport extends Report {
  readonly id: string = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a04';
  readonly name: 'boxes' | 'unit-boxes' = 'boxes';
  readonly kind: Report['kind'] = 'client';
  readonly needs = ['document:view'] as const;
  override readonly parameters = [optional('boxType'), optional('occupiedOnly')];

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    return TABLE.of(this.boxes(request));
  }

  private async *boxes({ reach: { scopes, structures, unitId }, parameters }: ReportRequest): AsyncGenerator<PlacedBox[]> {
    const [typeName, occupiedOnly] = [parameters.get('boxType'), parameters.get('occupiedOnly') ?? false];
    for (const structure of structures) {
      const asked = { clientId: structure.clientId, unitId, ...(typeName !== undefined && { typeName }) };
      for await (const boxes of inBatches<ReportedBox>((after) => this.rows.boxes(scopes, asked, after, BATCH_ROWS))) {
        yield boxes.filter(({ documentCount }) => documentCount > 0 || !occupiedOnly).map((box) => ({ box, structure }));
      }
    }
  }
}

@Injectable()
export class UnitBoxesReport extends BoxesReport {
  override readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a12';
  override readonly name = 'unit-boxes';
  override readonly kind = 'unit';
}
