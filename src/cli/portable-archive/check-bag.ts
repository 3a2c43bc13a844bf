import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../output';
import { t } from '#src/terminal/language';
import { linesOf, LineTooLong, type FileLine } from '../lines';
import { BagRefused, Complaints } from './bag-refused';
import {
  ARCHIVE,
  CHECKPOINT,
  EVENTS,
  FORMAT,
  FORMAT_LABEL,
  INFO,
  MANIFEST,
  PARTS,
  partsOf,
  sha256Of,
  TAG_MANIFEST,
  type Part,
} from './layout';

/** SHA-256 by path. */
export type Manifest = ReadonlyMap<string, string>;

export interface CheckedBag {
  payload: Manifest;
  /** Of the manifest: by it a bag is known. */
  sha256: string;
  /** Those that bags of its format have. */
  parts: readonly Part[];
}

/** More than a hash and a path, and more than what a bag says of itself. */
const [LONGEST_LINE, MOST_TAGS] = [16 * 1024, 1024 * 1024];
const DECLARATION = /^BagIt-Version: (?:1\.0|0\.97)\r?\nTag-File-Character-Encoding: UTF-8\r?\n?$/i;
const LINE = /^([0-9a-f]{64}) [ *](.+)$/i;
const FORMAT_LINE = new RegExp(`^${FORMAT_LABEL}:[ \\t]*(\\d{1,9})[ \\t]*$`, 'im');
const TAG_FILES = [EVENTS, INFO, 'bagit.txt', MANIFEST];

const notIn = (name: string, manifest: string) => t(`${name} is not in ${manifest}`, `${name} não está em ${manifest}`);
const differs = (path: string) =>
  t(`${path}: the content does not match the SHA-256 of the manifest`, `${path}: o conteúdo não corresponde ao SHA-256 do manifesto`);
const noBag = (name: string) =>
  t(`${name} does not exist: the folder is no bag of Acervo`, `${name} não existe: a pasta não é um bag do Acervo`);

/** Reads every byte of a bag and compares it with its manifests. Throws `BagRefused` with all that is wrong. */
export async function checkBag(folder: string, progress: Progress): Promise<CheckedBag> {
  const there = (await lstat(folder).catch(() => null))?.isDirectory() ?? false;
  if (!there) throw new BagRefused([t(`${folder} is not a folder`, `${folder} não é uma pasta`)]);
  if (!DECLARATION.test(await text(folder, 'bagit.txt')))
    throw new BagRefused([t('bagit.txt does not declare a BagIt 1.0 in UTF-8', 'bagit.txt não declara um BagIt 1.0 em UTF-8')]);
  const format = Number(FORMAT_LINE.exec(await text(folder, INFO))?.[1] ?? 1);
  if (format > FORMAT) {
    const newer = t(
      `the bag has format ${format}, and this version of Acervo reads up to ${FORMAT}: upgrade it`,
      `o bag tem o formato ${format}, e esta versão do Acervo lê até o ${FORMAT}: atualize-a`,
    );
    throw new BagRefused([newer]);
  }
  const parts = partsOf(format);
  const complaints = new Complaints();
  const { listed: payload, sha256 } = await manifestOf(folder, MANIFEST, (path) => path.startsWith('data/'), complaints);
  const { listed: tags } = await manifestOf(folder, TAG_MANIFEST, (path) => path === CHECKPOINT || TAG_FILES.includes(path), complaints);
  for (const name of TAG_FILES) if (!tags.has(name)) complaints.add(notIn(name, TAG_MANIFEST));
  for (const name of [ARCHIVE, ...parts.map((part) => PARTS[part])]) if (!payload.has(name)) complaints.add(notIn(name, MANIFEST));
  const expected = new Map([...payload, ...tags]);
  await onlyExpected(folder, '', expected, complaints);
  // Nothing is opened before it is known to be a file of this folder.
  complaints.refuseIfAny();
  let done = 0;
  for (const [path, wanted] of expected) {
    // Of the manifest the bytes count that were read as such.
    const found = path === MANIFEST ? sha256 : await sha256Of(join(folder, path));
    if (found !== wanted) complaints.add(differs(path));
    progress.show(++done, expected.size);
  }
  complaints.refuseIfAny();
  return { payload, sha256, parts };
}

async function text(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const known = await lstat(path).catch(() => null);
  if (!known?.isFile()) throw new BagRefused([noBag(name)]);
  if (known.size > MOST_TAGS) throw new BagRefused([t(`${name} has more than 1 MB`, `${name} passa de 1 MB`)]);
  return readFile(path, 'utf8');
}

async function manifestOf(
  folder: string,
  name: string,
  mayName: (path: string) => boolean,
  complaints: Complaints,
): Promise<{ listed: Map<string, string>; sha256: string }> {
  const path = join(folder, name);
  if (!(await lstat(path).catch(() => null))?.isFile()) throw new BagRefused([t(`${name} does not exist`, `${name} não existe`)]);
  const listed = new Map<string, string>();
  const hash = createHash('sha256');
  const lines = linesOf(path, LONGEST_LINE, (bytes) => void hash.update(bytes));
  for await (const { text: said, line: number } of refusing(lines, name)) {
    const [, sha256 = '', file = ''] = LINE.exec(said.replace(/\r$/, '')) ?? [];
    if (file === '') complaints.add(t(`${name}:${number}: invalid line`, `${name}:${number}: linha inválida`));
    else if (!isPlain(file) || !mayName(file))
      complaints.add(t(`${name}:${number}: the path "${file}" is not allowed`, `${name}:${number}: o caminho "${file}" não é permitido`));
    else if (listed.has(file))
      complaints.add(t(`${name}:${number}: ${file} is there more than once`, `${name}:${number}: ${file} aparece mais de uma vez`));
    else listed.set(file, sha256.toLowerCase());
  }
  return { listed, sha256: hash.digest('hex') };
}

/** What comes after a line that is too long is not looked at. */
async function* refusing(lines: AsyncIterable<FileLine>, name: string): AsyncGenerator<FileLine> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    const place = `${name}:${error.line}`;
    throw new BagRefused([t(`${place}: the line has more than ${error.most} bytes`, `${place}: a linha passa de ${error.most} bytes`)]);
  }
}

/** Of names alone, none of which leads upwards. */
const isPlain = (path: string) => path.split('/').every((name) => /^[\w-][\w.-]*$/.test(name));

async function onlyExpected(folder: string, under: string, expected: Manifest, complaints: Complaints): Promise<void> {
  const seen = new Set<string>();
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (!entry.isFile())
        complaints.add(
          t(`${path}: only folders and files are allowed, no links`, `${path}: só pastas e arquivos são permitidos, sem links`),
        );
      else if (expected.has(path)) seen.add(path);
      else if (path !== TAG_MANIFEST)
        complaints.add(t(`${path}: the file is in no manifest`, `${path}: o arquivo não está em nenhum manifesto`));
    }
  };
  await walk(under);
  if (seen.size === expected.size) return;
  for (const path of expected.keys()) {
    if (seen.has(path)) continue;
    complaints.add(t(`${path}: the file is in the manifest and does not exist`, `${path}: o arquivo está no manifesto e não existe`));
  }
}
