import { XmlCheck, type XmlFault } from '#application/ports/invoices';
import { readStrictly, XmlRefused } from './strict-xml';
import { decoderOf } from './xml-encoding';

export class SaxXmlCheck extends XmlCheck {
  async faultOf(open: () => Promise<AsyncIterable<Uint8Array>>, head: Uint8Array): Promise<{ fault: XmlFault; line: number } | null> {
    if (!decoderOf(head)) return { fault: 'encoding', line: 1 };
    try {
      await readStrictly(await open());
      return null;
    } catch (error) {
      if (error instanceof XmlRefused) return { fault: error.fault, line: error.line };
      throw error;
    }
  }
}
