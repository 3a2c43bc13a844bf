import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Tesseract as WebAssembly, and what it has learned of Portuguese: both are in their packages, nothing is fetched. */
export const OCR_PACKAGES = ['tesseract.js-core', '@tesseract.js-data/por'] as const;
const PROGRAM = 'tesseract.js-core/tesseract-core-simd-lstm';
const LEARNED = '@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz';

/** Of one file; a page takes seconds. */
export const MOST_OCR_PAGES = 50;
/** As scans are made; smaller letters are read badly. */
export const OCR_DPI = 200;
/** Width and height of what is recognised, at most: A4 with 300 dpi. */
export const OCR_PIXELS = 3508;

const LSTM_ONLY = 1;
const UPRIGHT = 1;

/** What is used of it. */
interface Tesseract {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Recogniser;
}
interface Recogniser {
  Init(folder: null, language: string, engine: number): number;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  Clear(): void;
}

const load = createRequire(__filename);
const silent = () => undefined;
let started: Promise<{ tesseract: Tesseract; recogniser: Recogniser }> | undefined;

async function start() {
  const make = load(PROGRAM) as (options: object) => Promise<Tesseract>;
  const tesseract = await make({ TesseractProgress: silent, print: silent, printErr: silent });
  const learned: Buffer = await promisify(gunzip)(await readFile(load.resolve(LEARNED)));
  tesseract.FS.writeFile('por.traineddata', learned);
  const recogniser = new tesseract.TessBaseAPI();
  if (recogniser.Init(null, 'por', LSTM_ONLY) !== 0) throw new Error('Tesseract does not start');
  return { tesseract, recogniser };
}

export const ocrEngine = () => `tesseract ${(load('tesseract.js-core/package.json') as { version: string }).version}`;

/** The text in a PNG picture; empty if there is none, or the picture is beyond recognition. */
export async function recogniseText(picture: Uint8Array): Promise<string> {
  started ??= start();
  const { tesseract, recogniser } = await started;
  try {
    tesseract.FS.writeFile('/input', picture);
    if (recogniser.SetImageFile(UPRIGHT, 0) !== 0 || recogniser.Recognize(null) !== 0) return '';
    return recogniser.GetUTF8Text();
  } catch {
    // What has been aborted cannot go on; the other pages may be whole.
    started = undefined;
    return '';
  } finally {
    if (started) recogniser.Clear();
  }
}
