import { createHash, randomBytes, type Hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Appendix, fillByteRange, placeholders } from './appendix';
import { drawHeading, type Card, type Drawing } from './card';
import { signCms } from './cms-sign';
import { PdfDocument } from './document';
import { mayShow, readForm, type Form } from './form';
import type { SigningIdentity } from './identity';
import type { Limits } from './limits';
import { dict, isDict, name, numberOf, PdfRef, type PdfDict, type PdfValue } from './objects';
import { CARD_PAGE, cardPageSize, firstPlacement, hiddenPlacement, MARGIN, nextPlacement, type Placement } from './placement';
import { checkedRoot, lastPage, type Page } from './pages';
import { damaged } from './pdf-refused';
import type { PdfSource } from './pdf-source';
import { dateString, textString } from './text';
import { checkToken, TimestampError } from './timestamp';

export interface SignatureRequest {
  identity: SigningIdentity;
  signedAt: Date;
  name: string;
  reason: string;
  location?: string;
  contactInfo?: string;
  /** What is seen of the signature. */
  card: Card;
  /** Go into the document's properties, next to those of earlier signatures. */
  properties: Readonly<Record<string, string>>;
  /** Gives the RFC 3161 token (DER) for a SHA-256. */
  timestamp?: (sha256: Uint8Array) => Promise<Uint8Array>;
  limits?: Partial<Limits>;
}

export interface SignedPdf {
  /** The signed file is the source followed by this. */
  appendix: Uint8Array;
  /** Of the signed file, hexadecimal. */
  sha256: string;
  /** How many signatures it carries now. */
  signatures: number;
  /** A page of cards, behind the others. */
  addedPages: number;
}

/** A guess at a token with its certificates; a larger one is given its room in a second go. */
const TOKEN_ROOM = 12 * 1024;
const READ_AT_ONCE = 1024 * 1024;
const FORM_TYPE = { Type: name('XObject'), Subtype: name('Form') };
const font = (base: string) =>
  dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name(base), Encoding: name('WinAnsiEncoding') });
const FONTS = dict({ Font: dict({ F1: font('Helvetica'), F2: font('Helvetica-Bold') }) });

/** Signs by an incremental update: not a byte of the file is changed, so what was signed before stays so. */
export async function signPdf(source: PdfSource, request: SignatureRequest): Promise<SignedPdf> {
  const document = await PdfDocument.open(source, request.limits);
  const form = await readForm(document);
  const shown = await mayShow(document, form);
  const page = await lastPage(document);
  const update = new SigningUpdate(document, form, page, request);
  await update.prepare(shown);
  const hash = await hashOf(source);
  const signed = await sealed(update, hash, source.size, request);
  return { ...signed, signatures: form.signatures.length + 1, addedPages: update.addsPage ? 1 : 0 };
}

async function hashOf(source: PdfSource): Promise<Hash> {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; at += READ_AT_ONCE) {
    const length = Math.min(READ_AT_ONCE, source.size - at);
    const bytes = await source.read(at, length);
    if (bytes.length !== length) throw damaged('the file is shorter than it was said to be');
    hash.update(bytes);
  }
  return hash;
}

async function sealed(
  update: SigningUpdate,
  hash: Hash,
  size: number,
  { identity, timestamp }: SignatureRequest,
): Promise<{ appendix: Buffer; sha256: string }> {
  const bare = await signCms(Buffer.alloc(32), identity);
  let room = bare.length + 16 + (timestamp ? TOKEN_ROOM : 0);
  for (let goes = 0; goes < 2; goes += 1) {
    const { appendix, signatureAt } = update.write(room);
    const { start, end } = fillByteRange(appendix, signatureAt, size);
    const digest = hash.copy().update(appendix.subarray(0, start)).update(appendix.subarray(end)).digest();
    const cms = await signCms(digest, identity, timestamp && stamped(timestamp));
    if (cms.length <= room) {
      appendix.write(cms.toString('hex').toUpperCase(), start + 1, 'latin1');
      return { appendix, sha256: hash.copy().update(appendix).digest('hex') };
    }
    // Room is part of what is signed: another signature, another token.
    room = cms.length + 1024;
  }
  throw new TimestampError('TOO_LARGE');
}

const stamped = (timestamp: (sha256: Uint8Array) => Promise<Uint8Array>) => async (sha256: Uint8Array) => {
  const token = await timestamp(sha256);
  checkToken(token, sha256);
  return token;
};

/** What is to be written is found out once, and written as often as the room for the signature has to grow. */
class SigningUpdate {
  private placement!: Placement;
  private newPageSize?: { width: number; height: number };
  private pages?: { ref: PdfRef; dict: PdfDict; kids: PdfValue[]; count: number };
  private annotations!: PdfValue[];
  private fields!: PdfValue[];
  private info!: PdfDict;
  /** Whether the lists are there at all where they are referred to. */
  private listsApart = { annotations: false, fields: false };
  private readonly fieldName: string;

  constructor(
    private readonly document: PdfDocument,
    private readonly form: Form,
    private readonly page: Page,
    private readonly request: SignatureRequest,
  ) {
    do this.fieldName = `ACERVO-${randomBytes(8).toString('hex')}`;
    while (form.names.has(this.fieldName));
  }

  get addsPage(): boolean {
    return this.newPageSize !== undefined;
  }

  async prepare(shown: boolean): Promise<void> {
    const { document, page, form, request } = this;
    const fields = await document.listIfAny(form.dict?.get('Fields'), 'the list of fields');
    const annotations = await document.listIfAny(page.dict.get('Annots'), 'the list of annotations');
    this.info = await this.properties();
    this.listsApart = { annotations: annotations !== undefined, fields: fields !== undefined };
    [this.fields, this.annotations] = [fields ?? [], annotations ?? []];
    if (!shown) this.placement = hiddenPlacement;
    else if (form.signatures.length > 0) this.placement = await nextPlacement(document, page, request.card);
    else {
      this.newPageSize = cardPageSize(page);
      this.placement = firstPlacement(request.card, this.newPageSize);
      this.pages = await checkedRoot(document);
    }
  }

  /** A key that is taken keeps its value: all keys of this signature get the same number behind them. */
  private async properties(): Promise<PdfDict> {
    const { properties, signedAt } = this.request;
    const earlier = (await this.document.dictionaryIfAny(this.document.structure.trailer.get('Info'), 'the properties')) ?? new Map();
    await this.document.expectType(earlier, 'Info', 'the properties');
    // Names are UTF-8 by convention.
    const named = Object.entries(properties).map(([key, value]): [string, string] => [Buffer.from(key).toString('latin1'), value]);
    let suffix = '';
    for (let number = 2; named.some(([key]) => earlier.has(key + suffix)); number += 1) suffix = `_${number}`;
    const own = named.map(([key, value]): [string, PdfValue] => [key + suffix, textString(value)]);
    return new Map<string, PdfValue>([...earlier, ['ModDate', dateString(signedAt)], ...own]);
  }

  write(contentsBytes: number): { appendix: Buffer; signatureAt: number } {
    const out = new Appendix(this.document);
    const signature = out.reserve();
    const signatureAt = out.put(signature, this.signatureDictionary(contentsBytes));
    const page = this.newPageSize ? out.reserve() : this.page.ref;
    const widget = out.add(this.widget(out, signature, page));
    if (this.newPageSize) this.writeCardPage(out, page, widget, this.newPageSize);
    else this.writeAnnotation(out, widget);
    this.writeForm(out, widget);
    const info = out.add(this.info);
    return { appendix: out.finish(info), signatureAt };
  }

  private signatureDictionary(contentsBytes: number): PdfDict {
    const { name: signer, reason, location, contactInfo, signedAt } = this.request;
    const entries = dict({
      Type: name('Sig'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.CAdES.detached'),
      M: dateString(signedAt),
      Name: textString(signer),
      Reason: textString(reason),
      Location: location === undefined ? undefined : textString(location),
      ContactInfo: contactInfo === undefined ? undefined : textString(contactInfo),
    });
    return new Map([...placeholders(contentsBytes), ...entries]);
  }

  private widget(out: Appendix, signature: PdfRef, page: PdfRef): PdfDict {
    const { rect, drawing } = this.placement;
    return dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(this.fieldName),
      V: signature,
      // Print, Locked.
      F: 132,
      Rect: [...rect],
      P: page,
      AP: drawing && dict({ N: this.appearance(out, drawing) }),
    });
  }

  private appearance(out: Appendix, { width, height, content }: Drawing): PdfRef {
    const turns: Readonly<Record<number, number[] | undefined>> = {
      90: [0, 1, -1, 0, 0, 0],
      180: [-1, 0, 0, -1, 0, 0],
      270: [0, -1, 1, 0, 0, 0],
    };
    const Matrix = this.newPageSize ? undefined : turns[this.page.rotate];
    const entries = dict({ ...FORM_TYPE, BBox: [0, 0, width, height], Matrix, Resources: FONTS, Filter: name('FlateDecode') });
    return out.addStream(entries, deflateSync(content));
  }

  private writeCardPage(out: Appendix, ref: PdfRef, widget: PdfRef, { width, height }: { width: number; height: number }): void {
    const { ref: rootRef, dict: root, kids, count } = this.pages!;
    const heading = drawHeading(this.request.card.title, width, height, MARGIN);
    const modified = dateString(this.request.signedAt);
    const page = dict({
      Type: name('Page'),
      Parent: rootRef,
      MediaBox: [0, 0, width, height],
      CropBox: [0, 0, width, height],
      Rotate: 0,
      Resources: FONTS,
      Contents: out.addStream(dict({ Filter: name('FlateDecode') }), deflateSync(heading)),
      Annots: [widget],
      LastModified: modified,
      PieceInfo: dict({ [CARD_PAGE.owner]: dict({ LastModified: modified, Private: name(CARD_PAGE.kind) }) }),
    });
    out.put(ref, page);
    out.put(rootRef, new Map([...root, ['Type', name('Pages')], ['Kids', [...kids, ref]], ['Count', count + 1]]));
  }

  /** Only the list is written anew where it is an object of its own: the less is changed, the less there is to explain. */
  private writeAnnotation(out: Appendix, widget: PdfRef): void {
    const entry = this.page.dict.get('Annots');
    const annotations = [...this.annotations, widget];
    if (entry instanceof PdfRef && this.listsApart.annotations) out.put(entry, annotations);
    else out.put(this.page.ref, new Map([...this.page.dict, ['Annots', annotations]]));
  }

  private writeForm(out: Appendix, widget: PdfRef): void {
    const { dict: old, ref } = this.form;
    const entry = old?.get('Fields');
    const fields = [...this.fields, widget];
    const separate = entry instanceof PdfRef && this.listsApart.fields;
    if (separate) out.put(entry, fields);
    const flags = (numberOf(old?.get('SigFlags')) ?? 0) | 3;
    if (separate && flags === numberOf(old?.get('SigFlags'))) return;
    const form: PdfDict = new Map([...(old ?? []), ['Fields', separate ? entry : fields], ['SigFlags', flags]]);
    if (ref && isDict(old)) out.put(ref, form);
    else out.put(this.document.catalogRef, new Map([...this.document.catalog, ['AcroForm', form]]));
  }
}
