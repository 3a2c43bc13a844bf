/** Why a file is refused as an XML document. */
export type XmlFault = 'malformed' | 'doctype' | 'too-deep' | 'encoding';

/**
 * Validates untrusted XML as a stream.
 *
 * @example const fault = await check.faultOf(() => storage.read(file.key), file.head);
 */
export abstract class XmlCheck {
  /**
   * Null: well formed, without a DTD or entity declarations.
   * @param open called only if the bytes are needed; the stream is then read to its end or closed.
   * @param head the first bytes, used to detect the encoding.
   */
  abstract faultOf(open: () => Promise<AsyncIterable<Uint8Array>>, head: Uint8Array): Promise<{ fault: XmlFault; line: number } | null>;
}
