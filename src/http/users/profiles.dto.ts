import { ApiProperty } from '@nestjs/swagger';
import type { Permission } from '#domain/access/permission';
import type { PlaceQuery } from '../auth/place-query';
import { PERMISSION_NAMES } from '../structure/structure.dto';
import { Guid } from '../validation/decorators';

export class ProfilesQuery implements PlaceQuery {
  @Guid({ description: 'Client whose users are to have them.', required: true })
  idCliente!: string;
}

interface ShownProfile {
  id: string;
  name: string;
  permissions: readonly Permission[];
}

export class ProfileAnswer {
  @ApiProperty({ format: 'uuid' }) idPerfil!: string;
  @ApiProperty({ example: 'Leitor' }) nome!: string;
  @ApiProperty({ type: [String], example: ['documento.consultar', 'arquivo.consultar'] }) permissoes!: string[];

  static from({ id, name, permissions }: ShownProfile): ProfileAnswer {
    return { idPerfil: id, nome: name, permissoes: permissions.map((permission) => PERMISSION_NAMES[permission]) };
  }
}
