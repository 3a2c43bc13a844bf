import { EventArrivals } from './event-arrivals';
import { FollowEvents } from './follow-events.use-case';
import { GetReceipt } from './get-receipt.use-case';
import { GetSealKey } from './get-seal-key.use-case';

export const eventUseCases = [EventArrivals, FollowEvents, GetReceipt, GetSealKey];
