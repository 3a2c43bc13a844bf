import { TasksController } from './tasks.controller';
import { WorkflowDefinitionsController } from './workflow-definitions.controller';
import { WorkflowModelController } from './workflow-model.controller';
import { WorkflowsController } from './workflows.controller';

export const workflowControllers = [TasksController, WorkflowDefinitionsController, WorkflowModelController, WorkflowsController];
