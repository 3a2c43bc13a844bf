export { exchange, headersOf, targetOf, type Api, type ApiAnswer, type ApiCall } from './api';
export type { OpenFile } from './attachments';
export { answerMessage, serveStdio, type Tools } from './server';
