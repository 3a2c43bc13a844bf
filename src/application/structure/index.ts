import { CreateBox } from './create-box.use-case';
import { DescribeLevel } from './describe-level.use-case';
import { DescribeReach } from './describe-reach.use-case';
import { GetPanel } from './get-panel.use-case';
import { LevelExample } from './level-example';
import { ListBoxes } from './list-boxes.use-case';

export const structureUseCases = [CreateBox, DescribeLevel, DescribeReach, GetPanel, LevelExample, ListBoxes];
