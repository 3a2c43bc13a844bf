export type Kind = 'pdf' | 'image' | 'tiff' | 'xml' | 'text' | 'docx';

const KINDS: Record<string, Kind> = {
  pdf: 'pdf',
  docx: 'docx',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  bmp: 'image',
  avif: 'image',
  tif: 'tiff',
  tiff: 'tiff',
  xml: 'xml',
  txt: 'text',
  csv: 'text',
  json: 'text',
  md: 'text',
  log: 'text',
};

export const IMAGE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
};

export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Chosen by the name that the service gives a file, whose content it has compared with its extension. Nothing that could run a script is shown. */
export const kindOf = (name: string): Kind | null => KINDS[extensionOf(name)] ?? null;
