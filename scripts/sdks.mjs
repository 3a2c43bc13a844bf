/** The SDKs beside that of TypeScript, by the names that `npm run test:clients` gives them. */
import * as go from './sdks/go.mjs';
import * as java from './sdks/java.mjs';
import * as php from './sdks/php.mjs';
import * as python from './sdks/python.mjs';

export const SDKS = { 'sdk-python': python, 'sdk-go': go, 'sdk-java': java, 'sdk-php': php };
