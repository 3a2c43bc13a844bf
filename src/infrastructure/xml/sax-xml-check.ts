import { setImmediate } from 'node:timers/promises';
import { parser as createParser, type SAXOptions, type SAXParser } from 'sax';
import { XmlCheck, type XmlFault } from '#application/ports/xml-check';
import { decoderOf } from './xml-encoding';

const DEEPEST = 100;
const MOST_ATTRIBUTES = 256;
/** Maximum number of bytes parsed per turn of the event loop. */
const PIECE_BYTES = 32 * 1024;
/** Characters that no XML document holds. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

class Refused extends Error {
  constructor(readonly fault: XmlFault) {
    super(fault);
  }
}

/** `sax` in its strict mode, which resolves no entity but the five that are built in, and keeps no more than 64 KiB of anything. */
export class SaxXmlCheck extends XmlCheck {
  async faultOf(open: () => Promise<AsyncIterable<Uint8Array>>, head: Uint8Array): Promise<{ fault: XmlFault; line: number } | null> {
    const decoder = decoderOf(head);
    if (!decoder) return { fault: 'encoding', line: 1 };
    const document = watched();
    const { sax } = document;
    try {
      for await (const chunk of await open()) {
        for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
          this.take(
            sax,
            decode(() => decoder.decode(chunk.subarray(from, from + PIECE_BYTES), { stream: true })),
          );
          await setImmediate();
        }
      }
      this.take(
        sax,
        decode(() => decoder.decode()),
      );
      sax.close();
      if (document.roots !== 1) throw new Refused('malformed');
      return null;
    } catch (error) {
      if (error instanceof Refused) return { fault: error.fault, line: sax.line + 1 };
      throw error;
    }
  }

  private take(sax: SAXParser, text: string): void {
    if (FORBIDDEN.test(text)) throw new Refused('malformed');
    if (text !== '') sax.write(text);
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw new Refused('encoding');
  }
}

/** A parser that stops at the first thing that is refused. */
function watched(): { sax: SAXParser; roots: number } {
  const sax = createParser(true, { position: true, strictEntities: true } as SAXOptions);
  const document = { sax, roots: 0 };
  let [depth, attributes] = [0, 0];
  const refuse = (fault: XmlFault) => (): never => {
    throw new Refused(fault);
  };
  sax.onerror = refuse('malformed');
  sax.ondoctype = refuse('doctype');
  sax.onsgmldeclaration = refuse('doctype');
  sax.onopentagstart = () => {
    attributes = 0;
    if (depth === 0) document.roots++;
    if (document.roots > 1) refuse('malformed')();
    if (++depth > DEEPEST) refuse('too-deep')();
  };
  sax.onattribute = () => {
    if (++attributes > MOST_ATTRIBUTES) refuse('malformed')();
  };
  sax.onclosetag = () => void depth--;
  return document;
}
