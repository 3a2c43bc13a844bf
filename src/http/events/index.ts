import { EventsController } from './events.controller';

export const eventControllers = [EventsController];
