import type { FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { FIELD_ERRORS } from '#http/shared/messages';
import { openWithin } from '../inside';
import { LineRefused } from './line-problem';

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
    const message = `Informe um nome para cada arquivo: há ${paths.length} arquivos e ${given.length} nomes.`;
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
  if (relative.includes('\0')) return `${shown.replaceAll('\0', '')}: o caminho não é válido.`;
  try {
    const problem = await withFile(folder, relative, async (handle) => {
      const known = await handle.stat();
      if (!known.isFile()) return 'não é um arquivo.';
      return known.size === 0 ? FIELD_ERRORS.BASE64_EMPTY.mensagem({}) : null;
    });
    if (problem !== null) return `${shown}: ${problem}`;
  } catch (error) {
    return `${shown}: ${unreadable(error)}`;
  }
  const extension = extname(relative);
  if (extension.length < 2) return `${shown}: o nome do arquivo não tem extensão.`;
  return { shown, folder, path: relative, name: name ?? basename(relative, extension), extension: extension.slice(1) };
}

const OUTSIDE = 'o arquivo fica fora da pasta da importação.';

async function withFile(folder: string, path: string, look: (handle: FileHandle) => Promise<string | null>): Promise<string | null> {
  const handle = await openWithin(folder, path);
  if (handle === null) return OUTSIDE;
  return look(handle).finally(() => handle.close());
}

const REASONS: Record<string, string> = {
  ELOOP: OUTSIDE,
  ENXIO: 'não é um arquivo.',
  ENOENT: 'o arquivo não existe na pasta.',
  ENOTDIR: 'o arquivo não existe na pasta.',
  EACCES: 'não há permissão para ler o arquivo.',
  ENAMETOOLONG: 'o caminho é longo demais.',
};

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return REASONS[code] ?? `o arquivo não pode ser lido (${code}).`;
}

/** Where the path leads is asked anew: the folder is whosoever. */
export async function* bytesOf({ folder, path, shown }: LineFile, column: string): AsyncGenerator<Uint8Array> {
  const refused = (why: string) => new LineRefused([{ column, message: `${shown}: ${why}` }]);
  const handle = await openWithin(folder, path).catch((error: unknown) => {
    throw refused(unreadable(error));
  });
  if (handle === null) throw refused(OUTSIDE);
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw refused('não é um arquivo.');
  }
  // Closes the file, whoever stops reading.
  yield* handle.createReadStream({ highWaterMark: 256 * 1024 });
}
