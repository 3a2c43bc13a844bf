import { boxesContract } from './boxes.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Boxes', boxesContract);
