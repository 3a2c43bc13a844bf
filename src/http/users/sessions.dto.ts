import { ApiProperty } from '@nestjs/swagger';
import type { TimeZone } from '#application/support/time-zone';
import { Guid } from '../validation/decorators';
import { UserPath } from './users.dto';

export class SessionPath extends UserPath {
  @Guid({ description: 'Session of the user.', required: true })
  idSessao!: string;
}

interface ShownSession {
  id: string;
  exclusive: boolean;
  openedAt: Date;
  renewedAt: Date;
  endsAt: Date;
}

export class OpenSessionAnswer {
  @ApiProperty({ format: 'uuid' }) idSessao!: string;
  @ApiProperty({ description: 'Whether it is the one of this call.' }) atual!: boolean;
  @ApiProperty({ description: 'Whether it ends when another one is opened.' }) utilizacaoUnica!: boolean;
  @ApiProperty({ format: 'date-time' }) dataInicio!: string;
  @ApiProperty({ format: 'date-time', description: 'Of the last renewal, or the beginning.' }) dataRenovacao!: string;
  @ApiProperty({ format: 'date-time', description: 'Until then it can be renewed.' }) dataFim!: string;

  static from({ id, exclusive, openedAt, renewedAt, endsAt }: ShownSession, current: string, timeZone: TimeZone): OpenSessionAnswer {
    return {
      idSessao: id,
      atual: id === current,
      utilizacaoUnica: exclusive,
      dataInicio: timeZone.iso(openedAt),
      dataRenovacao: timeZone.iso(renewedAt),
      dataFim: timeZone.iso(endsAt),
    };
  }
}
