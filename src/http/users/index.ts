import { AccountsController } from './accounts.controller';
import { ProfilesController } from './profiles.controller';
import { SessionsController } from './sessions.controller';
import { UsersController } from './users.controller';

export const userControllers = [UsersController, AccountsController, SessionsController, ProfilesController];
