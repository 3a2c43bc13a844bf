import { UsersController } from './users.controller';

export const userControllers = [UsersController];
