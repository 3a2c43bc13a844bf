import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListDefinitions } from '#application/workflows/list-definitions.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { DefinitionAnswer, DefinitionsQuery } from './workflow-definitions.dto';

@ApiTags('Workflow')
@Controller('api/ConfWorkflow')
export class WorkflowDefinitionsController {
  constructor(private readonly listDefinitions: ListDefinitions) {}

  @Operation({
    number: '6.1',
    version: 'V1',
    summary: 'Fetch the workflow definitions of a client',
    description:
      'By name, inactive ones too. `Formulario` holds the ids that activation (6.2) and the form of a flow (6.7) are filled by: the fields of the form itself, ' +
      'then those of the lists that it shows, each with its `idLista`. Of a list the mandatory fields are those without which it cannot be pointed at: ' +
      'the key always; if the form itself makes the list mandatory, one row must be named.',
    permission: 'workflow:view',
    reach: 'place',
    query: DefinitionsQuery,
    answer: { status: 200, description: 'The definitions.', type: [DefinitionAnswer] },
  })
  @Get(':idCliente')
  async list(@CurrentScope() scope: Scope): Promise<DefinitionAnswer[]> {
    return (await this.listDefinitions.execute(scope)).map((shown) => DefinitionAnswer.from(shown));
  }
}
