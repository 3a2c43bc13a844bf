import { request as begin, type Server } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { answerMessage, exchange, headersOf, targetOf, type Api, type Tools } from '#libs/mcp';
import { VERSION } from '#src/config/version';
import { contextOf, type HttpRequest } from '../server/request-context';

/** By these the service knows who calls, and from where. */
const CALLERS = ['authorization', 'subscriptionkey', 'x-forwarded-for', 'accept-language', 'traceparent', 'tracestate'];
const OF_THE_PROTOCOL = ['accept', 'content-type', 'mcp-protocol-version'];

interface Answering {
  /** This service. */
  server: Server;
  writing: Tools['writing'];
  /** The caller waits no longer. */
  hungUp: AbortSignal;
}

/** Answers a message of the protocol. */
export function answer(message: object, request: HttpRequest, answering: Answering): Promise<{ status: number; text: string }> {
  const tools = { version: VERSION, api: ownApi(request, answering), writing: answering.writing };
  return answerMessage(tools, headersOfCaller(request, OF_THE_PROTOCOL), message);
}

/**
 * Calls this service for a caller of it: by HTTP, through every guard, but over a connection within the process, which has the caller's
 * address.
 */
function ownApi(request: HttpRequest, { server, hungUp }: Answering): Api {
  const own = {
    host: 'localhost',
    'x-request-id': contextOf(request).requestId,
    connection: 'close',
    ...headersOfCaller(request, CALLERS),
  };
  return (call) =>
    exchange(
      begin({
        method: call.method,
        path: targetOf(call),
        headers: { ...headersOf(call), ...own },
        createConnection: () => connectionTo(server, request.socket.remoteAddress),
        signal: hungUp,
      }),
      call,
    );
}

function connectionTo(server: Server, remoteAddress: string | undefined): Duplex {
  const [here, there] = duplexPair();
  // As much of a socket as the service reads: nothing leaves the process, and it is none of the silent ones that a shutdown closes.
  Object.assign(there, { remoteAddress, bytesRead: 1, bytesWritten: 0 });
  server.emit('connection', there);
  return here;
}

function headersOfCaller({ headers }: HttpRequest, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));
}
