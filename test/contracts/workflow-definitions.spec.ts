import { onEveryArchive } from './support/implementations';
import { workflowDefinitionsContract } from './workflow-definitions.contract';

onEveryArchive('WorkflowDefinitions', workflowDefinitionsContract);
