import { DescribeReach } from './describe-reach.use-case';

export const structureUseCases = [DescribeReach];
