import { DescribeLevel } from './describe-level.use-case';
import { DescribeReach } from './describe-reach.use-case';
import { LevelExample } from './level-example';

export const structureUseCases = [DescribeLevel, DescribeReach, LevelExample];
