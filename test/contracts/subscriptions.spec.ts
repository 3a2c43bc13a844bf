import { subscriptionsContract } from './subscriptions.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Subscriptions', subscriptionsContract);
