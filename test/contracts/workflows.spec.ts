import { onEveryArchive } from './support/implementations';
import { workflowsContract } from './workflows.contract';

onEveryArchive('Workflows', workflowsContract);
