import { open, stat } from 'node:fs/promises';
import { extname, basename } from 'node:path';
import { FIELD_ERRORS } from '#http/shared/messages';
import { within } from '../inside';
import { LineRefused } from './line-problem';

/** A file that a line names. */
export interface LineFile {
  /** As the line spells it. */
  shown: string;
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
  const path = await within(folder, relative);
  if (path === null) return `${shown}: o arquivo fica fora da pasta da importação.`;
  try {
    const known = await stat(path);
    if (!known.isFile()) return `${shown}: não é um arquivo.`;
    if (known.size === 0) return `${shown}: ${FIELD_ERRORS.BASE64_EMPTY.mensagem({})}`;
  } catch (error) {
    return `${shown}: ${unreadable(error)}`;
  }
  const extension = extname(path);
  if (extension.length < 2) return `${shown}: o nome do arquivo não tem extensão.`;
  return { shown, path, name: name ?? basename(path, extension), extension: extension.slice(1) };
}

const REASONS: Record<string, string> = {
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

export async function* bytesOf({ path, shown }: LineFile, column: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((error: unknown) => {
    throw new LineRefused([{ column, message: `${shown}: ${unreadable(error)}` }]);
  });
  // Closes the file, whoever stops reading.
  yield* handle.createReadStream({ highWaterMark: 256 * 1024 });
}
