import { EventsController } from './events.controller';
import { ReceiptsController } from './receipts.controller';
import { SealKeysController } from './seal-keys.controller';

export const eventControllers = [EventsController, ReceiptsController, SealKeysController];
