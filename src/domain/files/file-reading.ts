/** How a file is read. */
export type FileKind = 'pdf' | 'office' | 'plain' | 'html' | 'xml' | 'mail' | 'picture';

const EXTENSIONS: Record<FileKind, readonly string[]> = {
  pdf: ['pdf'],
  office: [
    ...['docx', 'docm', 'dotx', 'dotm', 'xlsx', 'xlsm', 'xltx', 'xltm', 'pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    ...['odt', 'ods', 'odp', 'odg', 'ott', 'ots', 'otp'],
  ],
  plain: ['txt', 'csv', 'tsv', 'md', 'log'],
  html: ['html', 'htm', 'xhtml'],
  xml: ['xml'],
  mail: ['eml'],
  picture: ['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'gif', 'webp', 'tif', 'tiff'],
};
const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) => extensions.map((extension) => [extension, kind as FileKind])),
);

/** Null: files of this extension have neither text nor previews. */
export const kindOf = (extension: string): FileKind | null => KINDS.get(extension) ?? null;

/** Of SVG and HTML there are none: their makers could run what is not theirs. */
export const hasPreview = (kind: FileKind | null): boolean => kind === 'pdf' || kind === 'picture';

/** Text in pictures can be recognised. */
export const mayBeScanned = hasPreview;

/** What is made of the files of a level: nothing, their text and pictures of their first pages, or also the text of scanned pages. */
export const LEVEL_READINGS = ['off', 'text', 'ocr'] as const;
export type LevelReading = (typeof LEVEL_READINGS)[number];
/** Where neither the level nor one above it says so. */
export const USUAL_READING: LevelReading = 'text';

/** `read`: the text and the small preview; `large`: the large preview, for whoever asks for it. */
export type WorkKind = 'read' | 'large';

/** Width and height of the previews, at most, in pixels. */
export const PREVIEW_SIZES = { read: 320, large: 1240 } as const satisfies Record<WorkKind, number>;

/** `empty`: read, and there is no text in it. */
export type ReadingState = 'pending' | 'done' | 'empty' | 'failed' | 'skipped';

/** What is wrong with the file itself: it is not tried again. */
export const FILE_FAULTS = ['encrypted', 'damaged', 'inflated', 'doctype', 'too-many-pixels'] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** Why a file was not read; `too-heavy`: it took more memory or time than it may, twice; `unreadable`: every try failed; `switched-off`: by its level. */
export type ReadingFault = FileFault | 'too-heavy' | 'unreadable' | 'too-large' | 'no-engine' | 'switched-off';

/** A larger file is not read. */
export const MOST_READ_BYTES = 200 * 1024 ** 2;

const MINUTE_MS = 60_000;
const WAITS_MS = [1, 10, 60, 720].map((minutes) => minutes * MINUTE_MS);
const MOST_KILLS = 2;

/** After a try that failed for no fault of the file: when to try again; or why not. */
export function nextTry({ tries, kills }: { tries: number; kills: number }): { waitMs: number } | { fault: 'too-heavy' | 'unreadable' } {
  if (kills >= MOST_KILLS) return { fault: 'too-heavy' };
  const waitMs = WAITS_MS[tries - 1];
  return waitMs === undefined ? { fault: 'unreadable' } : { waitMs };
}
