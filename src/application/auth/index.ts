import { ActAs } from './act-as.use-case';
import { Authenticate } from './authenticate.use-case';
import { Login } from './login.use-case';
import { Logout } from './logout.use-case';
import { RefreshToken } from './refresh-token.use-case';
import { SessionOpener } from './session-opener';

export const authUseCases = [ActAs, Authenticate, Login, Logout, RefreshToken, SessionOpener];
