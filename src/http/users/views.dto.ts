import { ApiProperty } from '@nestjs/swagger';
import type { SavedView } from '#domain/users/saved-view';
import { Text } from '../validation/decorators';
import { UserPath } from './users.dto';

/** The caller's own. */
export class ViewsPath extends UserPath {}

export class ViewBody {
  @Text({ description: 'Name, unique ignoring case and accents.', required: true, max: 80, example: 'Notas de agosto' })
  nome!: string;

  @Text({
    description: 'What the view shows: the query of an address of the console.',
    required: true,
    max: 2000,
    allowEmpty: true,
    example: 'ordem=-cadastro',
  })
  consulta!: string;

  static toView({ nome, consulta }: ViewBody): SavedView {
    return { name: nome, search: consulta };
  }
}

export class ViewAnswer {
  @ApiProperty({ example: 'Notas de agosto' }) nome!: string;
  @ApiProperty({ example: 'ordem=-cadastro' }) consulta!: string;

  static from({ name, search }: SavedView): ViewAnswer {
    return { nome: name, consulta: search };
  }
}
