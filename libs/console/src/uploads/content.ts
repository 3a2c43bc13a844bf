import { extensionOf } from '../viewers/which';

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const ZIP = [ascii('PK')];
/** With a password they are compound files. */
const OFFICE = [...ZIP, [0xd0, 0xcf, 0x11, 0xe0]];
const JPEG = [[0xff, 0xd8, 0xff]];
const TIFF = [ascii('II'), ascii('MM')];
/** How files of these kinds begin. */
const BEGINNINGS: Record<string, readonly (readonly number[])[]> = {
  png: [[0x89, ...ascii('PNG')]],
  gif: [ascii('GIF8')],
  jpg: JPEG,
  jpeg: JPEG,
  tif: TIFF,
  tiff: TIFF,
  docx: OFFICE,
  xlsx: OFFICE,
  pptx: OFFICE,
  odt: ZIP,
  zip: ZIP,
};
/** The mark of a PDF may stand a little further in. */
const PDF_WITHIN = 1024;

/** Whether a file begins as its extension says; what is not known here is the service's to check. */
export async function looksAsNamed(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, PDF_WITHIN).arrayBuffer());
  const extension = extensionOf(file.name);
  if (extension === 'pdf') return new TextDecoder('latin1').decode(bytes).includes('%PDF-');
  return BEGINNINGS[extension]?.some((beginning) => beginning.every((byte, at) => bytes[at] === byte)) ?? true;
}
