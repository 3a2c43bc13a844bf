import { MARK } from './watch';

/** Bytes sent on a separate connection, and the expected outcome. */
export interface AbuseCase {
  title: string;
  /** Encoded as latin1. */
  send: string;
  /** Expected statuses, in order. */
  answers: readonly number[];
  /** How many of the requests appended to the first one are answered; 0 unless the first is complete and valid. */
  contraband?: number;
}

export const LOGIN = '/api/Autenticacao/Login';
const CONTRABAND_BODY = '{"username":"leitor"}';
/** A request hidden in the body of another one, or behind a refused one: if the service answers it, it was smuggled. */
export const CONTRABAND =
  `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nX-Contraband: ${MARK}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${CONTRABAND_BODY.length}\r\n\r\n${CONTRABAND_BODY}`;

/** A POST of the login with exactly these header lines. Without user and password it is refused with 400. */
export const post = (lines: readonly string[], body: string, path = LOGIN, version = 'HTTP/1.1') =>
  `POST ${path} ${version}\r\n${['Host: x', 'Content-Type: application/json', ...lines].map((line) => `${line}\r\n`).join('')}\r\n${body}`;

export const request = (method: string, target: string, lines: readonly string[] = [], version = 'HTTP/1.1') =>
  `${method} ${target} ${version}\r\n${['Host: x', ...lines].map((line) => `${line}\r\n`).join('')}\r\n`;

export const get = (target: string, lines: readonly string[] = []) => request('GET', target, lines);

export const chunk = (text: string, extension = '') => `${text.length.toString(16)}${extension}\r\n${text}\r\n`;
export const LAST_CHUNK = '0\r\n\r\n';
export const CHUNKED = 'Transfer-Encoding: chunked';
