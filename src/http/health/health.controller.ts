import { Controller, Get, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import { ReadingHealth, type ReadingTrouble } from '#application/text-extraction/reading-health';
import { Readiness, type Trouble, type TroubleKind } from '#application/health/readiness';
import type { AcervoAdapter } from '../server/acervo-adapter';
import type { HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';

interface Ready {
  status: string;
  banco: string;
  arquivos: string;
  leitura?: { fila: string; faltam: readonly string[]; isolamento?: string };
  motivos?: { dependencia: string; codigo: string; desde: string }[];
}

const CODES: Record<TroubleKind, string> = {
  silent: 'SEM_RESPOSTA',
  crowded: 'SOBRECARGA',
  unusable: 'INUTILIZAVEL',
  outdated: 'VERSAO_ANTERIOR',
};

const BACKLOGS: Record<ReadingTrouble['backlog'], string> = { none: 'vazia', short: 'curta', long: 'longa', unknown: 'desconhecida' };

const ISOLATIONS: Record<NonNullable<ReadingTrouble['isolation']>, string> = { bubblewrap: 'bubblewrap', permissions: 'permissoes' };
const isolationOf = ({ isolation }: ReadingTrouble) =>
  isolation === undefined ? {} : { isolamento: isolation === null ? 'nenhum' : ISOLATIONS[isolation] };

const word = (trouble: Trouble | null) => (trouble ? 'falha' : 'ok');

/** Public: without the dependency's address and message. */
const reason = (dependencia: string, trouble: Trouble | null) =>
  trouble ? [{ dependencia, codigo: CODES[trouble.kind], desde: trouble.since.toISOString() }] : [];

@ApiTags('Health')
@Controller('saude')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly reading: ReadingHealth,
    private readonly adapterHost: HttpAdapterHost<AcervoAdapter>,
  ) {}

  @Operation({
    number: null,
    summary: 'Liveness: the process answers',
    description: 'Looks at nothing behind the process; for whoever restarts it when it no longer answers.',
    permission: null,
    reach: 'nothing',
    quiet: true,
    answer: { status: 200, description: 'Alive.', schema: { type: 'object' } },
  })
  @Get('viva')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Operation({
    number: null,
    summary: 'Readiness: database and file store answer',
    description:
      '503 when one of them does not, with the same body and `motivos`: `SEM_RESPOSTA`, `SOBRECARGA`, `INUTILIZAVEL` or `VERSAO_ANTERIOR` (the database no longer serves this version), each with the time since when; ' +
      'also while the service shuts down (`status` is then `encerrando`). Where files are read, `leitura` has the queue (`vazia`, `curta`, `longa`) the optional packages that are not installed, and what keeps the reader apart (`isolamento`: `bubblewrap`, `permissoes`; `nenhum`: nothing is read); none makes the service unready.',
    permission: null,
    reach: 'nothing',
    quiet: true,
    answer: { status: 200, description: 'Ready.', schema: { type: 'object' } },
  })
  @Get('pronta')
  async ready(@Res({ passthrough: true }) response: HttpResponse): Promise<Ready> {
    const isLeaving = this.adapterHost.httpAdapter.shutdown.isAnnounced;
    const [{ database, files }, reading] = await Promise.all([this.readiness.check(), this.reading.look()]);
    const motivos = [...reason('banco', database), ...reason('arquivos', files)];
    if (isLeaving || motivos.length > 0) response.statusCode = 503;
    const status = isLeaving ? 'encerrando' : word(database ?? files);
    const leitura = reading && { fila: BACKLOGS[reading.backlog], faltam: reading.missing, ...isolationOf(reading) };
    return { status, banco: word(database), arquivos: word(files), ...(leitura && { leitura }), ...(motivos.length > 0 && { motivos }) };
  }
}
