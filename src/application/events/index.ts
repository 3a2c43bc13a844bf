import { EventArrivals } from './event-arrivals';
import { FollowEvents } from './follow-events.use-case';

export const eventUseCases = [EventArrivals, FollowEvents];
