import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListProfiles } from '#application/users/list-profiles.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { ProfileAnswer, ProfilesQuery } from './profiles.dto';

@ApiTags('User')
@Controller('api/Perfil')
export class ProfilesController {
  constructor(private readonly listProfiles: ListProfiles) {}

  @Operation({
    number: null,
    summary: 'Profiles that users of a client may have',
    description:
      'By name, with their permissions: those that the client uses, and those of the service. What one other client alone uses is not shown. Nobody gives more than what they hold themselves.',
    permission: 'user:manage',
    reach: 'place',
    query: ProfilesQuery,
    answer: { status: 200, description: 'The profiles.', type: [ProfileAnswer] },
  })
  @Get()
  async list(@CurrentScope() scope: Scope): Promise<ProfileAnswer[]> {
    return (await this.listProfiles.execute(scope)).map((profile) => ProfileAnswer.from(profile));
  }
}
