import { Text } from '../validation/decorators';
import { Plain } from '../validation/plain';

/** A message of JSON-RPC, which the protocol's own reader checks further: a request, or a notification. */
export class McpMessage {
  @Text({ description: 'Version of JSON-RPC.', required: true, max: 3 })
  jsonrpc!: string;

  @Plain({ description: 'Text or number; absent in notifications.' })
  id?: unknown;

  @Text({ description: 'Method of the protocol.', required: true, max: 100 })
  method!: string;

  @Plain({ description: 'Its parameters.' })
  params?: unknown;
}
