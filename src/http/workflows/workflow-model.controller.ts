import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetFlowModel } from '#application/workflows/get-flow-model.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { DIAGRAM_WORDS } from './diagram-words';
import { FLOW_NAMES } from './flow-names';
import { FlowReference } from './flow-reference.dto';
import { ModelAnswer, ModelQuery } from './workflow-model.dto';

@ApiTags('Workflow')
@Controller('api')
export class WorkflowModelController {
  constructor(private readonly getFlowModel: GetFlowModel) {}

  @Operation({
    number: '6.6',
    version: 'V1',
    summary: "Fetch a workflow's fillable PDF model",
    description:
      "The PDF of the definition under which the flow began, with the form's current values filled in; it can be filled further. A field of the PDF shows the field of the form that the " +
      'definition names for it, else the one of the same label; a tick in a text field is an `X`. Letters that the page cannot show stand in the field all the same. A definition ' +
      'without a model gets a PDF made from its form; without a form, one that names its tasks.',
    permission: 'workflow:view',
    reach: 'place',
    names: FLOW_NAMES,
    query: ModelQuery,
    answer: { status: 200, description: 'The file.', type: ModelAnswer },
    refusals: { codes: ['WORKFLOW_UNKNOWN'], input: ['FLOW_ID_REQUIRED'] },
  })
  @Get('Workflow/Cliente/:idCliente/modelo-fluxo')
  async model(@CurrentScope() scope: Scope, @Query() query: ModelQuery): Promise<ModelAnswer> {
    const reference = FlowReference.toReference(query);
    return ModelAnswer.from(
      await (query.formato === 'bpmn'
        ? this.getFlowModel.diagram(scope, reference, DIAGRAM_WORDS)
        : this.getFlowModel.execute(scope, reference)),
    );
  }
}
