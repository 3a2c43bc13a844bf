import { CreateArchive1763700000000 } from './1763700000000-create-archive';

export const migrations = [CreateArchive1763700000000];
