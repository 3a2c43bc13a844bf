import { AddListRow } from './add-list-row.use-case';
import { ChangeListRow } from './change-list-row.use-case';
import { DescribeList } from './describe-list.use-case';
import { ListLists } from './list-lists.use-case';
import { ParentRows } from './parent-rows';
import { RemoveListRow } from './remove-list-row.use-case';
import { ReadListRows } from './read-list-rows.use-case';
import { RowChecks } from './row-checks';
import { SearchListRows } from './search-list-rows.use-case';

export const listUseCases = [
  AddListRow,
  ChangeListRow,
  DescribeList,
  ListLists,
  ParentRows,
  ReadListRows,
  RemoveListRow,
  RowChecks,
  SearchListRows,
];
