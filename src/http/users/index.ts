import { AccountsController } from './accounts.controller';
import { ProfilesController } from './profiles.controller';
import { SessionsController } from './sessions.controller';
import { UsersController } from './users.controller';
import { ViewsController } from './views.controller';

export const userControllers = [UsersController, AccountsController, SessionsController, ProfilesController, ViewsController];
