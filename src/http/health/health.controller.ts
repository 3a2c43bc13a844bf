import { Controller, Get, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import { Readiness } from '#application/health/readiness';
import type { AcervoAdapter } from '../shared/acervo-adapter';
import type { EdgeResponse } from '../shared/edge-request';
import { Operation } from '../shared/operation';

@ApiTags('Health')
@Controller('saude')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly adapterHost: HttpAdapterHost<AcervoAdapter>,
  ) {}

  @Operation({
    number: null,
    summary: 'Liveness: the process answers',
    description: 'Looks at nothing behind the process; for whoever restarts it when it no longer answers.',
    permission: null,
    reach: 'nothing',
    answer: { status: 200, description: 'Alive.', schema: { type: 'object' } },
  })
  @Get('viva')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Operation({
    number: null,
    summary: 'Readiness: database and file store answer',
    description: '503 when one of them does not, with the same body; also while the service shuts down (`status` is then `encerrando`).',
    permission: null,
    reach: 'nothing',
    answer: { status: 200, description: 'Ready.', schema: { type: 'object' } },
  })
  @Get('pronta')
  async ready(@Res({ passthrough: true }) response: EdgeResponse): Promise<{ status: string; banco: string; arquivos: string }> {
    const isLeaving = this.adapterHost.httpAdapter.departure.isAnnounced;
    const { database, files } = await this.readiness.check();
    const word = (good: boolean) => (good ? 'ok' : 'falha');
    if (isLeaving || !database || !files) response.statusCode = 503;
    return { status: isLeaving ? 'encerrando' : word(database && files), banco: word(database), arquivos: word(files) };
  }
}
