import { setImmediate } from 'node:timers/promises';
import { parser as createParser, type SAXOptions, type SAXParser } from 'sax';
import type { XmlFault } from '#application/ports/invoices';
import { refuseRepeated } from './repeated-attributes';
import { decoderOf } from './xml-encoding';

const DEEPEST = 100;
const MOST_ATTRIBUTES = 256;
/** Maximum number of bytes parsed per turn of the event loop. */
const PIECE_BYTES = 32 * 1024;
/** The encoding stands in them. */
const HEAD_BYTES = 1024;
/** Characters that no XML document holds. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export class XmlRefused extends Error {
  line = 1;

  constructor(readonly fault: XmlFault) {
    super(fault);
  }
}

/** What is told of a document while it is read; names are local ones. A handler that throws `XmlRefused` ends the reading. */
export interface XmlHandlers {
  opened?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A long text comes in pieces. */
  text?(text: string): void;
  closed?(name: string): void;
}

/**
 * `sax` in its strict mode, which resolves no entity but the five that are built in, and keeps no more than 64 KiB of anything; in pieces, as
 * the event loop has other work. Rejects with `XmlRefused`, or the error of `bytes`, which are read to their end or closed.
 */
export async function readStrictly(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers = {}): Promise<void> {
  const document = watched(handlers);
  const { sax } = document;
  try {
    let decoder: ReturnType<typeof decoderOf> = null;
    for await (const chunk of withHead(bytes)) {
      decoder ??= decoderOf(chunk);
      if (!decoder) throw new XmlRefused('encoding');
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
        take(sax, decoder, chunk.subarray(from, from + PIECE_BYTES));
        await setImmediate();
      }
    }
    if (decoder) take(sax, decoder);
    sax.close();
    if (document.roots !== 1) throw new XmlRefused('malformed');
  } catch (error) {
    if (error instanceof XmlRefused) error.line = sax.line + 1;
    throw error;
  }
}

/** Whatever the first piece was. */
async function* withHead(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const chunk of bytes) {
    if (head) head = Buffer.concat([head, chunk]);
    if (head && head.length < HEAD_BYTES) continue;
    yield head ?? chunk;
    head = null;
  }
  if (head && head.length > 0) yield head;
}

/** Without `bytes`: the end. */
function take(sax: SAXParser, decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): void {
  const text = decoded(decoder, bytes);
  if (FORBIDDEN.test(text)) throw new XmlRefused('malformed');
  if (text !== '') sax.write(text);
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new XmlRefused('encoding');
  }
}

/** A parser that stops at the first thing that is refused. */
function watched({ opened, text, closed }: XmlHandlers): { sax: SAXParser; roots: number } {
  const sax = createParser(true, { position: true, strictEntities: true } as SAXOptions);
  const document = { sax, roots: 0 };
  let [depth, attributes] = [0, 0];
  const refuse = (fault: XmlFault) => (): never => {
    throw new XmlRefused(fault);
  };
  sax.onerror = refuse('malformed');
  sax.ondoctype = refuse('doctype');
  sax.onsgmldeclaration = refuse('doctype');
  sax.onopentagstart = (tag) => {
    refuseRepeated(tag.attributes, refuse('malformed'));
    attributes = 0;
    if (depth === 0) document.roots++;
    if (document.roots > 1) refuse('malformed')();
    if (++depth > DEEPEST) refuse('too-deep')();
  };
  sax.onattribute = () => {
    if (++attributes > MOST_ATTRIBUTES) refuse('malformed')();
  };
  sax.onclosetag = (name) => {
    depth--;
    closed?.(local(name));
  };
  if (opened) sax.onopentag = (tag) => opened(local(tag.name), tag.attributes as Record<string, string>);
  if (text) sax.ontext = sax.oncdata = text;
  return document;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
