import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Output, type Outcome } from '#src/cli/output';
import { acervo } from './in-process';
import { startService, type Service } from './service';

export const HEADER = ['nivel', 'chaveExterna', 'Número', 'Data de Emissão', 'Observação', 'arquivos'];
export const PLACE = ['--client', 'Empresa Exemplo', '--unit', 'Unidade Central'];

export const table = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')).join('\r\n');

export const invoice = (key: string, number: string, files = '', note = '') => [
  'Financeiro > Notas Fiscais',
  key,
  number,
  '15/08/2024',
  note,
  files,
];

/** One service for a whole suite, and a new folder per test. */
export function useImports() {
  const at = {} as { service: Service; folder: string };
  beforeAll(async () => {
    at.service = await startService();
  });
  afterAll(() => at.service.stop());
  beforeEach(async () => {
    at.folder = await mkdtemp(join(tmpdir(), 'acervo-import-'));
  });
  afterEach(() => rm(at.folder, { recursive: true, force: true }));
  return {
    at,
    write: (name: string, content: string | Buffer) => writeFile(join(at.folder, name), content),
    run: (...words: string[]) => imported(at.service, at.folder, words),
  };
}

export interface Told extends Outcome {
  said: string[];
}

/** Runs `acervo import` of `documentos.csv` in the folder, as `demo`, in this process. */
export async function imported({ app }: Service, folder: string, words: readonly string[], output = new Output()): Promise<Told> {
  const said: string[] = [];
  const log = console.log;
  console.log = (line: string) => void said.push(line);
  try {
    const all = ['import', folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE, ...words];
    return { ...(await acervo(app, all, output)), said };
  } finally {
    console.log = log;
  }
}
