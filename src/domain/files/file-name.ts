// Path separators, characters that file systems refuse, controls, and marks that turn the direction of text.
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LONGEST = 150;

/** A name to save the file under: its display name without anything a file system or a reader could stumble over. */
export function fileNameOf(file: { name: string; extension: string }): string {
  const dot = `.${file.extension}`;
  const base = file.name.toWellFormed().replace(UNSAFE, '_').trim().replace(/^\.+/, '');
  const stem = base.toLowerCase().endsWith(dot) ? base.slice(0, -dot.length) : base;
  return `${[...(stem || 'arquivo')].slice(0, LONGEST).join('')}${dot}`;
}
