import { ActivateWorkflow } from './activate-workflow.use-case';
import { ActivationPlanner } from './activation-plan';
import { AssociateDocuments } from './associate-documents.use-case';
import { AutomaticFlows } from './automatic-flows';
import { CompleteStep } from './complete-step.use-case';
import { FlowForm } from './flow-form';
import { FlowProgress } from './flow-progress';
import { Flows } from './flows';
import { GetFlowModel } from './get-flow-model.use-case';
import { GetWorkflow } from './get-workflow.use-case';
import { ListDefinitions } from './list-definitions.use-case';
import { ListMyTasks } from './list-my-tasks.use-case';
import { ListWorkflows } from './list-workflows.use-case';
import { NamedPeople } from './named-people';
import { UpdateForm } from './update-form.use-case';

export const workflowUseCases = [
  ActivateWorkflow,
  ActivationPlanner,
  AssociateDocuments,
  AutomaticFlows,
  CompleteStep,
  FlowForm,
  FlowProgress,
  Flows,
  GetFlowModel,
  GetWorkflow,
  ListDefinitions,
  ListMyTasks,
  ListWorkflows,
  NamedPeople,
  UpdateForm,
];
