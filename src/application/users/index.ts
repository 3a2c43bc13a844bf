import { ChangePassword } from './change-password.use-case';
import { ChangeStatus } from './change-status.use-case';
import { CreateUser } from './create-user.use-case';
import { EndSession } from './end-session.use-case';
import { EraseUser } from './erase-user.use-case';
import { GetUser } from './get-user.use-case';
import { GetViews } from './get-views.use-case';
import { ListProfiles } from './list-profiles.use-case';
import { ListSessions } from './list-sessions.use-case';
import { ListUsers } from './list-users.use-case';
import { NewPassword } from './new-password';
import { ReplaceViews } from './replace-views.use-case';
import { SetPermissions } from './set-permissions.use-case';
import { UnlockUser } from './unlock-user.use-case';
import { UpdateUser } from './update-user.use-case';
import { UserAdministration } from './user-administration';

export const userUseCases = [
  ChangePassword,
  ChangeStatus,
  CreateUser,
  EndSession,
  EraseUser,
  GetUser,
  GetViews,
  ListProfiles,
  ListSessions,
  ListUsers,
  NewPassword,
  ReplaceViews,
  SetPermissions,
  UnlockUser,
  UpdateUser,
  UserAdministration,
];
