import { importDocuments } from '#src/cli/import/import-command';
import { Output, type Outcome } from '#src/cli/output';
import type { Service } from './service';

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

export interface Told extends Outcome {
  said: string[];
}

/** `acervo import` of `documentos.csv` in the folder, as `demo`, in this process. */
export async function imported({ app }: Service, folder: string, words: readonly string[], output = new Output()): Promise<Told> {
  const said: string[] = [];
  const log = console.log;
  console.log = (line: string) => void said.push(line);
  try {
    const all = [folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE, ...words];
    return { ...(await importDocuments(app, all, output, new AbortController().signal)), said };
  } finally {
    console.log = log;
  }
}
