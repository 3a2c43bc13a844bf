import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import { integerOf, isDict, PdfName, type PdfDict, type PdfValue } from './objects';
import { LARGEST_STREAM, type Limits } from './limits';
import { damaged, tooComplex } from './pdf-refused';

const inflated = promisify<Buffer, object, Buffer>(inflate);

/** Inflates what the structure of a file is in. A budget for the whole file, so that many small bombs are no way around it. */
export class Inflater {
  private left: number;

  constructor(limits: Limits) {
    this.left = limits.inflatedBytes;
  }

  /** `dict` has no references left in its filter entries. */
  async decode(data: Buffer, dict: PdfDict): Promise<Buffer> {
    const filters = asList(dict.get('Filter')).map((filter) => (filter instanceof PdfName ? filter.text : ''));
    const parameters = asList(dict.get('DecodeParms'));
    if (filters.length > 2) throw tooComplex('filters on filters');
    let bytes = data;
    for (const [index, filter] of filters.entries()) {
      if (filter !== 'FlateDecode') throw tooComplex('the structure is in a stream with another filter than FlateDecode');
      bytes = unpredicted(await this.inflate(bytes), parameters[index]);
    }
    return bytes;
  }

  private async inflate(data: Buffer): Promise<Buffer> {
    const most = Math.min(LARGEST_STREAM, this.left);
    if (most <= 0) throw tooComplex('inflated bytes');
    try {
      // A missing checksum at the end is common and harmless.
      const bytes = await inflated(data, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
      this.left -= bytes.length;
      return bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooComplex('inflated bytes');
      throw damaged('a stream that does not inflate');
    }
  }
}

const asList = (value: PdfValue | undefined): PdfValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** ISO 32000-1, 7.4.4.4: only the PNG predictors, which is what structures are written with. */
function unpredicted(data: Buffer, parameters: PdfValue | undefined): Buffer {
  if (!isDict(parameters)) return data;
  const number = (key: string, otherwise: number) => integerOf(parameters.get(key)) ?? otherwise;
  const predictor = number('Predictor', 1);
  if (predictor === 1) return data;
  if (predictor < 10 || predictor > 15) throw tooComplex('a predictor other than PNG');
  const pixel = Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8);
  const width = Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8) * number('Columns', 1)) / 8);
  if (!(pixel >= 1 && width >= 1 && width <= 4096)) throw damaged('a predictor without a width');
  const rows = Math.floor(data.length / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) restoreRow(data, row * (width + 1), out, row * width, width, pixel);
  return out;
}

function restoreRow(data: Buffer, from: number, out: Buffer, to: number, width: number, pixel: number): void {
  const kind = data[from]!;
  if (kind > 4) throw damaged('an unknown predictor');
  for (let index = 0; index < width; index += 1) {
    const left = index >= pixel ? out[to + index - pixel]! : 0;
    const up = to >= width ? out[to + index - width]! : 0;
    const corner = index >= pixel && to >= width ? out[to + index - width - pixel]! : 0;
    const guess = [0, left, up, (left + up) >> 1, kind === 4 ? paeth(left, up, corner) : 0][kind]!;
    out[to + index] = (data[from + 1 + index]! + guess) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
