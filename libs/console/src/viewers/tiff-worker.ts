import UTIF, { type IFD } from 'utif2';

/** Decodes one page at a time: a long scan would fill the memory. */
let bytes: ArrayBuffer;
let pages: IFD[] = [];

export type TiffAsk = { open: ArrayBuffer } | { page: number };
export type TiffAnswer =
  { pages: number } | { page: number; width: number; height: number; pixels: Uint8Array<ArrayBuffer> } | { broken: true };

const answer = (message: TiffAnswer) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<TiffAsk>) => {
  try {
    if ('open' in data) {
      bytes = data.open;
      pages = UTIF.decode(bytes);
      return answer({ pages: pages.length });
    }
    const page = pages[data.page]!;
    UTIF.decodeImage(bytes, page);
    const pixels = new Uint8Array(UTIF.toRGBA8(page));
    answer({ page: data.page, width: page.width, height: page.height, pixels });
  } catch {
    answer({ broken: true });
  }
});
