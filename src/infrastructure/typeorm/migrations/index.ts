import { CreateArchive1763700000000 } from './1763700000000-create-archive';
import { CompleteFiling1763800000000 } from './1763800000000-complete-filing';
import { UsersAndAudit1763900000000 } from './1763900000000-users-and-audit';
import { CoverRestrictedSearches1764000000000 } from './1764000000000-cover-restricted-searches';
import { Workflows1764100000000 } from './1764100000000-workflows';
import { Signatures1764150000000 } from './1764150000000-signatures';
import { Billing1764200000000 } from './1764200000000-billing';
import { ReportIndexes1764900000000 } from './1764900000000-report-indexes';
import { SearchesByLevel1765000000000 } from './1765000000000-searches-by-level';
import { Turns1765300000000 } from './1765300000000-turns';

export const migrations = [
  CreateArchive1763700000000,
  CompleteFiling1763800000000,
  UsersAndAudit1763900000000,
  CoverRestrictedSearches1764000000000,
  Workflows1764100000000,
  Signatures1764150000000,
  Billing1764200000000,
  ReportIndexes1764900000000,
  SearchesByLevel1765000000000,
  Turns1765300000000,
];
