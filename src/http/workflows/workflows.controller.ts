import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UploadSession } from '#application/files/upload-session';
import { TimeZone } from '#application/support/time-zone';
import { ActivateWorkflow, type ActivatedWorkflow } from '#application/workflows/activate-workflow.use-case';
import { AssociateDocuments } from '#application/workflows/associate-documents.use-case';
import { CompleteStep, type WorkflowState } from '#application/workflows/complete-step.use-case';
import { GetWorkflow } from '#application/workflows/get-workflow.use-case';
import { ListWorkflows } from '#application/workflows/list-workflows.use-case';
import { UpdateForm } from '#application/workflows/update-form.use-case';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import { Answer } from '../server/answer';
import { Operation } from '../openapi/operation';
import { Call, CurrentScope, Files, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { ACTING, FILING, FORM_CHANGES } from '../errors/refusal-codes';
import { ActivateBody, ActivatedAnswer } from './activate-workflow.dto';
import { AssociateBody, ClientPath, CompleteBody, StepPath, UpdateFormBody, WorkflowStateAnswer } from './change-workflow.dto';
import { ACTIVATE, ASSOCIATE, COMPLETE, UPDATE_FORM } from './examples';
import { FLOW_NAMES } from './flow-names';
import { FlowReference } from './flow-reference.dto';
import { WorkflowsAnswer, WorkflowsQuery } from './list-workflows.dto';
import { DetailsQuery, WorkflowDetailsAnswer } from './workflow-details.dto';

const STEP = 'Workflow/EtapaExecucao/:idWorkflowEtapaExecucao/Cliente/:idCliente';
const WHOSE_STEP =
  'An execution of a user is for that user, and for users who reach the whole client, as integration programs do; one of an external person for everybody who may act in flows.';

@ApiTags('Workflow')
@Controller('api')
export class WorkflowsController {
  constructor(
    private readonly activateWorkflow: ActivateWorkflow,
    private readonly associateDocuments: AssociateDocuments,
    private readonly listWorkflows: ListWorkflows,
    private readonly getWorkflow: GetWorkflow,
    private readonly updateForm: UpdateForm,
    private readonly completeStep: CompleteStep,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: '6.2',
    version: 'V1',
    summary: 'Activate a workflow',
    description:
      'Files documents and files while they arrive and begins the flow; everything appears together or not at all. Documents follow the rules of 4.9 and need the permission to create ' +
      "documents on their levels; no unit is named, so a box numbered by a unit says which it is, and without one it is the first of the client's units in which the user may file there. " +
      'Fields that the form shares with the documents (a field of the same label and type, or a list) are copied, unless the call sends them. Who is named here is used for the first task that ' +
      'waits for somebody and kept for later tasks of that kind. A first task of "API Integração" is completed by the call, which must bring what the task asks for.',
    permission: 'workflow:act',
    reach: 'client in body',
    dryRun: 'rehearsed',
    repeatable: true,
    names: FLOW_NAMES,
    body: { type: ActivateBody, joint: true, files: ['documentos[*].arquivos[*].arquivo', 'arquivos[*].arquivo'], example: ACTIVATE },
    answer: { status: 200, description: 'Activated.', type: ActivatedAnswer },
    refusals: {
      codes: ['WORKFLOW_DEFINITION_UNKNOWN', 'WORKFLOW_DEFINITION_INACTIVE', 'WORKFLOW_DEFINITION_MANUAL'],
      input: [...FILING.input, 'MANDATORY', 'UNKNOWN_ID', 'FORM_LABEL_MISMATCH', 'FORM_LIST_MISMATCH'],
      rules: [...FILING.rules, ...ACTING],
    },
  })
  @Post('Workflow/Ativar')
  activate(
    @CurrentScope() scope: Scope,
    @Body() body: ActivateBody,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = ActivateBody.toInput(body, files, unread);
    return call.once(
      ({ code }: ActivatedWorkflow) =>
        new Answer({ CodigoWorkflow: code, Mensagem: 'Fluxo ativado com sucesso.' } satisfies ActivatedAnswer),
      (receipt) => this.activateWorkflow.execute(scope, input, receipt),
    );
  }

  @Operation({
    number: '6.3',
    version: 'V1',
    summary: 'Associate documents with a workflow',
    description: 'The flow must be running. Documents that it has already stay; documents that the user may not see do not exist.',
    permission: 'workflow:act',
    reach: 'place',
    dryRun: 'rehearsed',
    names: FLOW_NAMES,
    query: ClientPath,
    body: { type: AssociateBody, joint: true, example: ASSOCIATE },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['WORKFLOW_UNKNOWN', 'WORKFLOW_ENDED', 'DOCUMENT_UNKNOWN'], input: ['FLOW_ID_REQUIRED', 'UNKNOWN_ID'] },
  })
  @Patch('Workflow/Cliente/:idCliente/associar-documentos')
  async associate(
    @CurrentScope() scope: Scope,
    @Query() _: ClientPath,
    @Body() body: AssociateBody,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<string> {
    await this.associateDocuments.execute(scope, AssociateBody.toInput(body, unread));
    return 'Registros associados com sucesso';
  }

  @Operation({
    number: '6.4',
    version: 'V1',
    summary: 'Fetch the activated workflows of a definition',
    description: "Newest first, as many per page as the user's other pages have; past the last page the list is empty.",
    permission: 'workflow:view',
    reach: 'place',
    names: FLOW_NAMES,
    query: WorkflowsQuery,
    answer: { status: 200, description: 'One page of flows.', type: WorkflowsAnswer },
    refusals: { codes: ['WORKFLOW_DEFINITION_NOT_FOUND'], input: ['UNKNOWN_ID'] },
  })
  @Get('ConfWorkflow/:idConfWorkflow/Cliente/:idCliente/fluxos-ativados')
  async list(@CurrentScope() scope: Scope, @Query() query: WorkflowsQuery): Promise<WorkflowsAnswer> {
    return WorkflowsAnswer.from(await this.listWorkflows.execute(scope, WorkflowsQuery.toInput(query)), this.timeZone);
  }

  @Operation({
    number: '6.5',
    version: 'V1',
    summary: 'Fetch the data of a workflow',
    description: 'Documents on levels that the user may not see are left out.',
    permission: 'workflow:view',
    reach: 'place',
    names: FLOW_NAMES,
    query: DetailsQuery,
    answer: { status: 200, description: 'Everything about the flow.', type: WorkflowDetailsAnswer },
    refusals: { codes: ['WORKFLOW_UNKNOWN'], input: ['FLOW_ID_REQUIRED'] },
  })
  @Get('Workflow/Cliente/:idCliente/dados-fluxo')
  async get(@CurrentScope() scope: Scope, @Query() query: DetailsQuery): Promise<WorkflowDetailsAnswer> {
    return WorkflowDetailsAnswer.from(await this.getWorkflow.execute(scope, FlowReference.toReference(query)), this.timeZone);
  }

  @Operation({
    number: '6.7',
    version: 'V1',
    summary: 'Change form data of a workflow step',
    description: `Changes the named fields and leaves the others; an empty value takes the old one away. The flow must be running and the step open. ${WHOSE_STEP}`,
    permission: 'workflow:act',
    reach: 'place',
    dryRun: 'rehearsed',
    names: { ...FLOW_NAMES, form: 'campos', value: 'valor' },
    query: StepPath,
    body: { type: UpdateFormBody, joint: true, example: UPDATE_FORM },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { ...FORM_CHANGES, codes: ['WORKFLOW_UNKNOWN', 'WORKFLOW_ENDED', 'STEP_NOT_FOUND', 'STEP_FINISHED'] },
  })
  @Patch(`${STEP}/atualizar-dados-formulario`)
  async update(
    @CurrentScope() scope: Scope,
    @Query() step: StepPath,
    @Body() body: UpdateFormBody,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<string> {
    await this.updateForm.execute(scope, UpdateFormBody.toInput(step, body, unread));
    return 'OK';
  }

  @Operation({
    number: null,
    summary: 'Complete a workflow step',
    description:
      'One part of a task is done. When that completes the step (all tasks of a group "E", one of a group "OU", the share of a consensus) the flow moves on: by the conditions of ' +
      `the step, by its only exit, or by \`idProximaTarefa\`. Whoever is named here counts more than who was named before. ${WHOSE_STEP}`,
    permission: 'workflow:act',
    reach: 'place',
    dryRun: 'unknown',
    repeatable: true,
    names: FLOW_NAMES,
    query: StepPath,
    body: { type: CompleteBody, joint: true, optional: true, example: COMPLETE },
    answer: { status: 200, description: 'Where the flow stands now.', type: WorkflowStateAnswer },
    refusals: { codes: ['STEP_NOT_FOUND', 'STEP_FINISHED', 'WORKFLOW_ENDED'], input: ['UNKNOWN_ID'], rules: ACTING },
  })
  @Post(`${STEP}/concluir`)
  complete(
    @CurrentScope() scope: Scope,
    @Query() step: StepPath,
    @Body() body: CompleteBody,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    return call.once(
      (state: WorkflowState) => new Answer(WorkflowStateAnswer.from(state, this.timeZone)),
      (receipt) => this.completeStep.execute(scope, CompleteBody.toInput(step, body, unread), receipt),
    );
  }
}
