import { EventArrivals } from './event-arrivals';
import { FollowEvents } from './follow-events.use-case';
import { GetConsistency } from './get-consistency.use-case';
import { GetReceipt } from './get-receipt.use-case';
import { GetSealKeys } from './get-seal-keys.use-case';
import { RehearseCall } from './rehearse-call.use-case';

export const eventUseCases = [EventArrivals, FollowEvents, GetConsistency, GetReceipt, GetSealKeys, RehearseCall];
