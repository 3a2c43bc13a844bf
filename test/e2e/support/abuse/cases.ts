import { MARK } from './watch';

/** One thing that somebody sends on a connection of its own, and what must come of it. */
export interface AbuseCase {
  title: string;
  /** As latin1. */
  send: string;
  /** Statuses of the answers, in order. */
  answers: readonly number[];
  /** How many of the requests behind the first one are to be heard; none, unless the first is whole and plain. */
  contraband?: number;
}

export const LOGIN = '/api/Autenticacao/Login';
const CONTRABAND_BODY = '{"username":"leitor"}';
/** Whoever gets this through where it is but the body of another request, or stands behind a refused one, has smuggled it. */
export const CONTRABAND =
  `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nX-Contraband: ${MARK}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${CONTRABAND_BODY.length}\r\n\r\n${CONTRABAND_BODY}`;

/** A POST of the login with these header lines, as they stand. Without user and password it is refused with 400. */
export const post = (lines: readonly string[], body: string, path = LOGIN, version = 'HTTP/1.1') =>
  `POST ${path} ${version}\r\n${['Host: x', 'Content-Type: application/json', ...lines].map((line) => `${line}\r\n`).join('')}\r\n${body}`;

export const request = (method: string, target: string, lines: readonly string[] = [], version = 'HTTP/1.1') =>
  `${method} ${target} ${version}\r\n${['Host: x', ...lines].map((line) => `${line}\r\n`).join('')}\r\n`;

export const get = (target: string, lines: readonly string[] = []) => request('GET', target, lines);

export const chunk = (text: string, extension = '') => `${text.length.toString(16)}${extension}\r\n${text}\r\n`;
export const LAST_CHUNK = '0\r\n\r\n';
export const CHUNKED = 'Transfer-Encoding: chunked';
