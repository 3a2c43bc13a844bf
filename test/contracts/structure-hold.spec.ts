import { structureHoldContract } from './structure-hold.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('StructureHold', structureHoldContract);
