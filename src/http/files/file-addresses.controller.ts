import { Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressFile } from '#application/files/address-file.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { FileAddressAnswer, FileAddressQuery } from './files.dto';

@ApiTags('File')
@Controller('api/Arquivo')
export class FileAddressesController {
  constructor(
    private readonly addressFile: AddressFile,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'An address that opens one file for 60 seconds',
    description:
      'For browsers, which save and show files by addresses without a token. Whoever has the address can open it until then, and the audit trail names the caller. ' +
      'It is no share link: nothing is stored, and it opens nothing else. A file that is deleted meanwhile is gone.',
    permission: 'file:view',
    reach: 'place',
    dryRun: 'unknown',
    query: FileAddressQuery,
    answer: { status: 200, description: 'The address.', type: FileAddressAnswer },
    refusals: { codes: ['FILE_NOT_FOUND'] },
  })
  @Post(':idImagem/Cliente/:idCliente/endereco-temporario')
  async address(@CurrentScope() scope: Scope, @Query() { idImagem, modo }: FileAddressQuery): Promise<FileAddressAnswer> {
    const { url, expiresAt } = await this.addressFile.execute(scope, idImagem, modo === 'exibir');
    return { endereco: url, validade: this.timeZone.iso(expiresAt) };
  }
}
