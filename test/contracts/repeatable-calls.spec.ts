import { repeatableCallsContract } from './repeatable-calls.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('RepeatableCalls', repeatableCallsContract);
