import type { FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { openWithin } from '../inside';
import { t } from '#src/terminal/language';
import { LineRefused, problemText } from './line-problem';

/** A file that a line names. */
export interface LineFile {
  /** As the line spells it. */
  shown: string;
  folder: string;
  /** Within the folder. */
  path: string;
  name: string;
  extension: string;
}

const parts = (cell: string) =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The files of a line, each of which lies within the folder and can be read. */
export async function filesOf(folder: string, cell: string, names: string, titles: { files: string; names: string }): Promise<LineFile[]> {
  const [paths, given] = [parts(cell), parts(names)];
  if (given.length > 0 && given.length !== paths.length) {
    const message = t(
      `Give a name for each file: there are ${paths.length} files and ${given.length} names.`,
      `Informe um nome para cada arquivo: há ${paths.length} arquivos e ${given.length} nomes.`,
    );
    throw new LineRefused([{ column: titles.names, message }]);
  }
  const found = await Promise.all(paths.map((shown, index) => fileOf(folder, shown, given[index])));
  const problems = found.filter((each) => typeof each === 'string');
  if (problems.length > 0) throw new LineRefused(problems.map((message) => ({ column: titles.files, message })));
  return found.filter((each) => typeof each !== 'string');
}

/** Or what is wrong with it. */
async function fileOf(folder: string, shown: string, name: string | undefined): Promise<LineFile | string> {
  // As Windows writes paths.
  const relative = shown.replaceAll('\\', '/');
  if (relative.includes('\0')) return `${shown.replaceAll('\0', '')}: ${t('the path is not valid.', 'o caminho não é válido.')}`;
  try {
    const problem = await withFile(folder, relative, async (handle) => {
      const known = await handle.stat();
      if (!known.isFile()) return noFile();
      return known.size === 0 ? problemText('BASE64_EMPTY') : null;
    });
    if (problem !== null) return `${shown}: ${problem}`;
  } catch (error) {
    return `${shown}: ${unreadable(error)}`;
  }
  const extension = extname(relative);
  if (extension.length < 2) return `${shown}: ${t('the name of the file has no extension.', 'o nome do arquivo não tem extensão.')}`;
  return { shown, folder, path: relative, name: name ?? basename(relative, extension), extension: extension.slice(1) };
}

const outside = () => t('the file lies outside the folder of the import.', 'o arquivo fica fora da pasta da importação.');
const noFile = () => t('it is not a file.', 'não é um arquivo.');
const notThere = () => t('the file is not in the folder.', 'o arquivo não existe na pasta.');

async function withFile(folder: string, path: string, look: (handle: FileHandle) => Promise<string | null>): Promise<string | null> {
  const handle = await openWithin(folder, path);
  if (handle === null) return outside();
  return look(handle).finally(() => handle.close());
}

const REASONS: Record<string, () => string> = {
  ELOOP: outside,
  ENXIO: noFile,
  ENOENT: notThere,
  ENOTDIR: notThere,
  EACCES: () => t('the file may not be read.', 'não há permissão para ler o arquivo.'),
  ENAMETOOLONG: () => t('the path is too long.', 'o caminho é longo demais.'),
};

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return REASONS[code]?.() ?? t(`the file cannot be read (${code}).`, `o arquivo não pode ser lido (${code}).`);
}

/** Where the path leads is asked anew: the folder is whosoever. */
export async function* bytesOf({ folder, path, shown }: LineFile, column: string): AsyncGenerator<Uint8Array> {
  const refused = (why: string) => new LineRefused([{ column, message: `${shown}: ${why}` }]);
  const handle = await openWithin(folder, path).catch((error: unknown) => {
    throw refused(unreadable(error));
  });
  if (handle === null) throw refused(outside());
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw refused(noFile());
  }
  // Closes the file when reading stops.
  yield* handle.createReadStream({ highWaterMark: 256 * 1024 });
}
