import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADER, invoice, table, useImports } from './support/importing';
import './support/in-portuguese';

const NOTE = 'preço € 10 “ação”';
const BAD = Buffer.from([0xe3]);

describe('the encoding of a CSV file that is imported', () => {
  const { at, write, run } = useImports();

  const notes = async (key: string) =>
    ((await at.service.database.query(
      'SELECT v.value FROM document_value v JOIN document d ON d.code = v.document_code WHERE d.external_key = ? ORDER BY v.field_code',
      [key],
    )) as { value: string }[]).map(({ value }) => value); // prettier-ignore
  const imported = async (bytes: Buffer | string, key: string, ...words: string[]) => {
    await rm(join(at.folder, 'documentos.resultado.csv'), { force: true });
    await write('documentos.csv', bytes);
    const { exitCode, text, data, said } = await run(...words);
    return { exitCode, said, encoding: (data as { encoding: string }).encoding, text, values: await notes(key) };
  };
  /** As code page 1252 of Windows has it. */
  const ansi = (text: string) => Buffer.from(text.replace('€', '\x80').replace('“', '\x93').replace('”', '\x94'), 'latin1');
  const csv = (key: string) => `${table(HEADER, invoice(key, '1', '', NOTE))}\r\n`;

  it.each<[string, string, (text: string) => Buffer | string]>([
    ['utf-8', 'UTF-8 and the end mark of DOS', (text) => `${text}\x1a`],
    ['utf-8', 'a first line for Excel', (text) => `\ufeffsep=;\r\n${text}`],
    ['windows-1252', 'a first line for Excel, and the end mark', (text) => ansi(`sep=;\r\n${text}\x1a`)],
    ['utf-16le', 'UTF-16 with tabs, as Excel writes it', (text) => Buffer.from(`\ufeff${text.replaceAll(';', '\t')}`, 'utf16le')],
    ['utf-16le', 'UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['utf-16be', 'UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s is understood: %s', async (encoding, what, bytes) => {
    const key = `E-${what}`;
    const dry = await imported(bytes(csv(key)), key, '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, said: [], encoding, values: [] });
    expect(dry.text).toBe(`1 linhas poderiam ser importadas, 0 não; nada foi importado (${encoding})`);
    const done = await imported(bytes(csv(key)), key);
    expect(done).toMatchObject({ exitCode: 0, said: [], encoding });
    expect(done.values).toContain(NOTE);
    expect(done.text).toContain(`0 linhas recusadas (${encoding}): `);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'a line of another program',
      Buffer.concat([Buffer.from(`${csv('M-1')}Financeiro > Notas Fiscais;M-2;1;15/08/2024;Admiss`), BAD, Buffer.from('o\r\n')]),
      /documentos\.csv: linha 3, coluna 51: o byte 0xE3 \(byte 1\d\d do arquivo\) não é UTF-8: .*--encoding$/,
    ],
    [
      'a cut last character',
      Buffer.from(`${csv('M-3').trimEnd()}ã`).subarray(0, -1),
      /documentos\.csv: linha 2, coluna \d+: .* não é UTF-8/,
    ],
    ['half a character of UTF-16', Buffer.concat([Buffer.from(`\ufeff${csv('M-4')}x`, 'utf16le'), Buffer.from([0x3d, 0xd8, 0x61, 0])]), /linha 3, coluna 2: metade de um caractere de utf-16le/],
  ])('is refused with line and column where no encoding is right: %s', async (_, bytes, message) => {
    await write('documentos.csv', bytes);
    for (const words of [['--dry-run'], []]) await expect(run(...words)).rejects.toThrow(message);
    expect(await at.service.database.query("SELECT code FROM document WHERE external_key LIKE 'M-%'")).toEqual([]);
  }); // prettier-ignore

  it('is the one that --encoding names', async () => {
    const mixed = Buffer.concat([Buffer.from('nivel;chaveExterna;Número;Data de Emissão;Observação\r\n', 'latin1'), Buffer.from('Financeiro > Notas Fiscais;N-1;1;15/08/2024;É\x94ã\r\n', 'latin1'), Buffer.from('Financeiro > Notas Fiscais;N-2;1;15/08/2024;CAFÉ”', 'latin1')]); // prettier-ignore
    const accident = Buffer.concat([mixed.subarray(0, -1), Buffer.from([0x94, 0x0a])]);
    await write('documentos.csv', accident);
    await expect(run('--dry-run')).rejects.toThrow(/linha 1, coluna/);
    const done = await imported(accident, 'N-2', '--encoding', 'windows-1252');
    expect(done).toMatchObject({ exitCode: 0, encoding: 'windows-1252' });
    expect(done.values).toContain('CAFÉ”');
    await write('documentos.csv', ansi(csv('N-3')));
    await expect(run('--encoding', 'utf-8')).rejects.toThrow(/linha 1, coluna 21: o byte 0xFA/);
  });
});
