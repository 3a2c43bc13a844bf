import { ListRowsController } from './list-rows.controller';
import { ListsController } from './lists.controller';

export const listControllers = [ListsController, ListRowsController];
