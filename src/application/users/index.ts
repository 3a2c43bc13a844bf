import { ChangePassword } from './change-password.use-case';
import { ChangeStatus } from './change-status.use-case';
import { CreateUser } from './create-user.use-case';
import { GetUser } from './get-user.use-case';
import { ListUsers } from './list-users.use-case';
import { NewPassword } from './new-password';
import { SetPermissions } from './set-permissions.use-case';
import { UserAdministration } from './user-administration';

export const userUseCases = [ChangePassword, ChangeStatus, CreateUser, GetUser, ListUsers, NewPassword, SetPermissions, UserAdministration];
