import { Authenticate } from './authenticate.use-case';
import { Login } from './login.use-case';
import { RefreshToken } from './refresh-token.use-case';
import { SessionOpener } from './session-opener';

export const authUseCases = [Authenticate, Login, RefreshToken, SessionOpener];
