import { spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, renameSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './support/command';
import { HEADER, imported, invoice, PLACE, table, useImports } from './support/importing';
import { whenShown } from './support/when-shown';
import './support/in-portuguese';

describe('import from a folder that changes, or onto a full disk', () => {
  const { at, write, run } = useImports();
  const keys = async (like: string) => {
    const sql = 'SELECT external_key AS name FROM document WHERE external_key LIKE ? ORDER BY external_key';
    return ((await at.service.database.query(sql, [like])) as { name: string }[]).map(({ name }) => name);
  };

  (process.platform === 'linux' ? it : it.skip)('can go on where there was no room for what has become of a line', async () => {
    const ROOM = 8_000_000;
    await write('documentos.csv', table(HEADER, invoice('R-1', '1')));
    expect((await run()).exitCode).toBe(0);
    const result = join(at.folder, 'documentos.resultado.csv');
    const text = await readFile(result, 'utf8');
    const row = (line: number) => (text.split('\n')[2] as string).replace(/^2;/, `${line};`);
    let more = '';
    for (let line = 100_000; text.length + more.length < ROOM; line++) more += `${row(line)}\n`;
    await writeFile(result, text + more);
    await write('documentos.csv', table(HEADER, invoice('R-1', '1'), invoice('R-2', '2')));
    const words = ['import', at.folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE];
    const { size } = await stat(result);
    const limited = ({ pid }: ChildProcess) => void spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size + 20}`]);
    const ran = await runCommand(at.service, words, {}, limited);
    expect([ran.code, ran.stderr]).toEqual([3, '']);
    expect(ran.stdout).toMatch(
      /^0 documentos importados, 1 já haviam sido, 0 linhas recusadas \(utf-8\): .*\nnão terminou \(.*resultado\.csv não pode ser gravado: EFBIG\): execute de novo\n$/,
    );
    expect((await run()).exitCode).toBe(0);
    expect(await keys('R-%')).toEqual(['R-1', 'R-2']);
  });

  it('imports the lines that it has validated, even if the file was replaced', async () => {
    const [csv, other] = [join(at.folder, 'documentos.csv'), join(at.folder, 'outros.csv')];
    await write('documentos.csv', table(HEADER, invoice('N-1', '1'), invoice('N-2', '2')));
    await write('outros.csv', table(HEADER, invoice('N-3', '3'), invoice('N-4', '4')));
    const output = whenShown('[check]', () => renameSync(other, csv));
    const { exitCode } = await imported(at.service, at.folder, ['--strict'], output);
    expect([exitCode, await keys('N-%')]).toEqual([0, ['N-1', 'N-2']]);
  });

  it('is unfinished when its file has another line meanwhile', async () => {
    await write('documentos.csv', table(HEADER, invoice('M-1', '1'), invoice('M-2', '2')));
    const output = whenShown('[check]', () => appendFileSync(join(at.folder, 'documentos.csv'), `\r\n${table(invoice('M-3', '3'))}`));
    const { exitCode, text } = await imported(at.service, at.folder, ['--strict'], output);
    expect([exitCode, text]).toEqual([3, expect.stringMatching(/não terminou \(o arquivo não é mais o que foi lido no início\)/)]);
    expect((await run()).exitCode).toBe(0);
    expect(await keys('M-%')).toEqual(['M-1', 'M-2', 'M-3']);
  });
});
