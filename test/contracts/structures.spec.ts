import { structuresContract } from './structures.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Structures', structuresContract);
