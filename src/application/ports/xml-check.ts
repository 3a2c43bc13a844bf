/** Why a file is not taken for an XML document. */
export type XmlFault = 'malformed' | 'doctype' | 'too-deep' | 'encoding';

/** Reads XML as a stream and believes nothing of it. */
export abstract class XmlCheck {
  /**
   * Null: well formed, without a DTD or declarations of entities.
   * @param open called only when the bytes are read, and then to their end or until they are given up.
   * @param head the first bytes, which tell the encoding.
   */
  abstract faultOf(open: () => Promise<AsyncIterable<Uint8Array>>, head: Uint8Array): Promise<{ fault: XmlFault; line: number } | null>;
}
