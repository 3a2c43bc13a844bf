import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileLock } from '#src/cli/file-lock';
import { UsageError } from '#src/terminal/usage-error';
import { IDS } from './support/api';
import { eventRows } from './support/audited';
import { killedAt, runCommand } from './support/command';
import { HEADER, invoice, PLACE, table, useImports } from './support/importing';
import { acervo } from './support/in-process';
import './support/in-portuguese';

describe('import of a folder with a CSV file', () => {
  const { at, write, run } = useImports();

  const rows = async <T>(sql: string, ...parameters: unknown[]) => (await at.service.database.query(sql, parameters)) as T[];
  const count = async (like: string) =>
    Number((await rows<{ total: number }>('SELECT COUNT(*) AS total FROM document WHERE external_key LIKE ?', like))[0]!.total);
  const results = async () => (await readFile(join(at.folder, 'documentos.resultado.csv'), 'utf8')).split('\n').slice(2, -1);
  it('creates a document for each line, with its values, its list row and its files', async () => {
    await mkdir(join(at.folder, 'notas'));
    await write('notas/um.pdf', '%PDF-1.4\n%%EOF\n');
    await write('dois.txt', 'dois');
    const header = [...HEADER, 'Título', 'Fornecedores > CNPJ', 'Fornecedores > Razão Social', 'caixa'];
    await write(
      'documentos.csv',
      '\ufeff' +
        table(
          header,
          [...invoice('K-1', '10', 'notas\\um.pdf; dois.txt', 'duas\nlinhas "e aspas"'), '', '', '', '5001'],
          [IDS.contracts, 'K-2', '', '', '', '', 'Contrato', '11.222.333/0001-81', 'Limpeza Total Ltda', ''],
          ['', '', '', '', '', '', '', '', '', ''],
        ),
    );
    const { text, exitCode, said } = await run();
    expect([said, exitCode, text]).toEqual([
      [],
      0,
      expect.stringMatching(/^2 documentos importados, 0 já haviam sido, 0 linhas recusadas/),
    ]);
    const [first, second] = (await results()).sort();
    expect(first).toMatch(/^2;importado;[0-9a-f-]{36};\d+;[0-9a-f]{16};;$/);
    expect(second).toMatch(/^4;importado;/);
    const note = await rows(
      'SELECT v.value FROM document_value v JOIN document d ON d.code = v.document_code WHERE d.external_key = ? ORDER BY v.field_code',
      'K-1',
    );
    expect(note).toContainEqual({ value: 'duas\nlinhas "e aspas"' });
    const files = await rows(
      'SELECT f.name, f.extension, f.size FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.external_key = ? ORDER BY f.position',
      'K-1',
    );
    expect(files).toEqual([
      { name: 'um', extension: 'pdf', size: 15 },
      { name: 'dois', extension: 'txt', size: 4 },
    ]);
    const audited = (await eventRows(at.service, "e.action = 'document.create'")).at(-1);
    expect(audited).toMatchObject({ address: 'cli', request_id: expect.stringMatching(/^import:/) });
    expect(await rows('SELECT login FROM user_account WHERE id = ?', audited!.user_id as string)).toEqual([{ login: 'demo' }]);
  });

  it('reads what Excel writes: Windows-1252, and commas', async () => {
    await write(
      'documentos.csv',
      Buffer.from(
        'nivel;chaveExterna;Número;Data de Emissão;Observação\r\nFinanceiro > Notas Fiscais;W-1;1;15/08/2024;preço € 10 “ação”\r\n'
          .replace('€', '\x80')
          .replace('“', '\x93')
          .replace('”', '\x94'),
        'latin1',
      ),
    );
    expect((await run()).exitCode).toBe(0);
    await rm(join(at.folder, 'documentos.resultado.csv'));
    await write(
      'documentos.csv',
      'nivel,chaveExterna,Número,Data de Emissão,Observação\nFinanceiro > Notas Fiscais,W-2,1,15/08/2024,"a, b"\n',
    );
    expect((await run()).exitCode).toBe(0);
    const notes = await rows(
      "SELECT v.value FROM document_value v JOIN document d ON d.code = v.document_code WHERE d.external_key LIKE 'W-%' AND v.value LIKE '%a%' ORDER BY d.code",
    );
    expect(notes).toEqual([{ value: 'preço € 10 “ação”' }, { value: 'a, b' }]);
  });

  it('refuses invalid lines by line and column, and imports the valid ones; corrected lines follow', async () => {
    await write('fora.txt', 'x');
    const inner = join(at.folder, 'pasta');
    await mkdir(inner);
    await symlink(join(at.folder, 'fora.txt'), join(inner, 'atalho.txt'));
    at.folder = inner;
    await write('bom.txt', 'bom');
    await write('falso.pdf', 'nada de PDF, só texto');
    await write('vazio.txt', '');
    const bad = [
      invoice('B-2', 'dez'),
      ['Financeiro > Nada', 'B-3', '1', '15/08/2024', '', ''],
      invoice('B-4', '1', '../fora.txt'),
      invoice('B-5', '1', 'atalho.txt'),
      invoice('B-6', '1', '/etc/hostname'),
      invoice('B-7', '1', 'nada.txt;bom.txt'),
      invoice('B-8', '1', 'falso.pdf'),
      invoice('B-9', '1', 'vazio.txt'),
      ['Financeiro > Notas Fiscais', 'B-10', '', '15/08/2024', '', ''],
      invoice('x'.repeat(101), '1'),
    ];
    await write('documentos.csv', table(HEADER, invoice('B-1', '1', 'bom.txt'), ...bad));
    const dry = await run('--dry-run');
    expect([dry.exitCode, dry.text]).toEqual([1, '1 linhas poderiam ser importadas, 10 não; nada foi importado (utf-8)']);
    expect(await count('B-%')).toBe(0);
    expect((await run('--strict')).said.sort()).toEqual([...dry.said].sort());
    expect(await count('B-%')).toBe(0);
    const { said, exitCode, text } = await run();
    expect([exitCode, text]).toEqual([1, expect.stringMatching(/^1 documentos importados, 0 já haviam sido, 10 linhas recusadas/)]);
    expect([...said].sort()).toEqual([...dry.said].sort());
    expect(said.map((line) => line.replace(`${join(at.folder, 'documentos.csv')}:`, '')).sort()).toEqual(
      [
        '3 Número: Formato inválido: envie um número, como 1234,56 ou 1.234,56.',
        '4 nivel: "Financeiro > Nada" não existe, ou o usuário não pode registrar documentos ali.',
        '5 arquivos: ../fora.txt: o arquivo fica fora da pasta da importação.',
        '6 arquivos: atalho.txt: o arquivo fica fora da pasta da importação.',
        '7 arquivos: /etc/hostname: o arquivo fica fora da pasta da importação.',
        '8 arquivos: nada.txt: o arquivo não existe na pasta.',
        '9 arquivos: falso.pdf: O conteúdo não é de um arquivo pdf.',
        '10 arquivos: vazio.txt: O arquivo está vazio.',
        '11 Número: O campo Número é obrigatório neste nível.',
        '12 chaveExterna: O tamanho máximo é 100.',
      ].sort(),
    );
    expect(await count('B-%')).toBe(1);
    await write('documentos.csv', table(HEADER, invoice('B-1', '1', 'bom.txt'), invoice('B-2', '10'), ...bad.slice(1)));
    expect((await run()).text).toMatch(/^1 documentos importados, 1 já haviam sido, 9 linhas recusadas/);
    await write('documentos.csv', table(HEADER, invoice('B-1', '999', 'bom.txt'), invoice('B-2', '10')));
    const changed = await run();
    expect([changed.exitCode, changed.said]).toEqual([
      1,
      [expect.stringMatching(/:2 Esta linha já foi importada com outro conteúdo.*IdDocumento: /)],
    ]);
    expect(await count('B-%')).toBe(2);
  });

  it('does nothing beyond the permissions of the user', async () => {
    const { text } = await acervo(at.service.app, ['user', 'create', 'leitora', ...['--client', 'Empresa Exemplo', '--profile', 'Leitor']]);
    expect(text).toMatch(/^criado/);
    await write('documentos.csv', table(HEADER, invoice('R-1', '1')));
    const { exitCode, said } = await run('--login', 'leitora');
    expect([exitCode, said]).toEqual([1, [expect.stringMatching(/não tem permissão/)]]);
    expect(await count('R-%')).toBe(0);
    await expect(run('--login', 'ninguem')).rejects.toThrow(UsageError);
  });

  it.each([
    ['', /está vazio/],
    ['a;b\n1;"nunca fechada\n2;3\n', /aspas que são abertas/],
  ])('refuses a file that cannot be read: %j', async (content, message) => {
    await write('documentos.csv', content);
    await expect(run()).rejects.toThrow(message);
  });

  it('neither reads nor writes through symbolic links that lead outside', async () => {
    const [secret, inner] = [join(at.folder, 'segredo.csv'), join(at.folder, 'pasta')];
    await mkdir(inner);
    await writeFile(secret, table(HEADER, invoice('L-1', '1')));
    at.folder = inner;
    await symlink(secret, join(inner, 'documentos.csv'));
    await expect(run()).rejects.toThrow(/fica fora de/);
    await rm(join(inner, 'documentos.csv'));
    await write('documentos.csv', table(HEADER, invoice('L-2', '1', '=1+1.txt')));
    await symlink(secret, join(inner, 'documentos.resultado.csv.parte'));
    expect((await run()).exitCode).toBe(1);
    expect(await readFile(secret, 'utf8')).toBe(table(HEADER, invoice('L-1', '1')));
    expect((await results())[0]).toMatch(/;arquivos;'=1\+1.txt: o arquivo não existe/);
    await symlink(secret, join(inner, 'outro.csv'));
    await expect(run('--result', secret)).rejects.toThrow(/não é o resultado de uma importação/);
  });

  it('stops cleanly on a signal, and reports a result in use as unfinished', async () => {
    await write('documentos.csv', table(HEADER, ...Array.from({ length: 400 }, (_, index) => invoice(`T-${index}`, String(index)))));
    const words = ['import', at.folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE, '--json', '--at-once', '1'];
    const ran = await runCommand(at.service, words, {}, (child) => child.stdout!.once('data', () => child.kill('SIGTERM')));
    expect([ran.code, ran.signal, ran.stderr]).toEqual([3, null, '']);
    const { imported, interrupted } = JSON.parse(ran.stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
    expect(interrupted).toBe('recebeu ordem de parar');
    expect([(await results()).length, await count('T-%')]).toEqual([imported, imported]);
    const lock = await FileLock.take(join(at.folder, 'documentos.resultado.csv.em-uso'), 'x');
    try {
      const other = await runCommand(at.service, words);
      expect([other.code, other.stderr]).toEqual([
        3,
        expect.stringMatching(/documentos\.resultado\.csv está em uso pelo processo \d+ de /),
      ]);
    } finally {
      await lock.release();
    }
  });

  it('reports its own faults without advising to run it again', async () => {
    await write('documentos.csv', table(HEADER, invoice('F-1', '1')));
    const rename = (from: string, to: string) => at.service.database.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('document_value', 'document_value_away');
    try {
      const ran = await runCommand(at.service, ['import', at.folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE]);
      expect([ran.code, ran.stdout]).toEqual([4, '']);
      expect(ran.stderr).toMatch(/a linha 2 topou com uma falha do programa/);
    } finally {
      await rename('document_value_away', 'document_value');
    }
    expect((await run()).exitCode).toBe(0);
  });

  it('continues after a killed process: every line once, every byte unchanged', async () => {
    const total = 30;
    const contents = Array.from({ length: total }, (_, index) => `arquivo ${index} `.repeat(1 + 400 * (index % 3)));
    for (const [index, content] of contents.entries()) await write(`f${index}.txt`, content);
    const keyed = (index: number) => (index % 2 === 0 ? `S-${index}` : '');
    await write(
      'documentos.csv',
      table(HEADER, ...contents.map((_, index) => invoice(keyed(index), String(7000 + index), `f${index}.txt`))),
    );
    const words = ['import', at.folder, '--csv', 'documentos.csv', '--login', 'demo', ...PLACE, '--json'];
    for (const point of ['call-claimed:5', 'after-commit:2']) {
      const ran = await killedAt(point, at.service, words);
      expect([point, ran.signal]).toEqual([point, 'SIGKILL']);
    }
    const ran = await runCommand(at.service, words);
    const said = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const last = said.at(-1)!;
    expect(last).toMatchObject({ lines: total, refused: 0, exitCode: 0 });
    expect(Number(last.imported) + Number(last.importedBefore)).toBe(total);
    expect(Number(last.importedBefore)).toBeGreaterThan(0);
    expect(said.length - 1).toBe(last.imported);
    const filed = await rows<{ id: string; value: string }>(
      "SELECT d.id, v.value FROM document d JOIN document_value v ON v.document_code = d.code WHERE v.value LIKE '70__' ORDER BY v.value",
    );
    expect(filed.map(({ value }) => value)).toEqual(contents.map((_, index) => String(7000 + index)));
    const known = (await results()).map((line) => line.split(';')[2]);
    expect(known.sort()).toEqual(filed.map(({ id }) => id).sort());
    const hashes = await rows<{ sha256: string }>(
      `SELECT f.sha256 FROM document_file f JOIN document_value v ON v.document_code = f.document_code WHERE v.value LIKE '70__' ORDER BY v.value`,
    );
    expect(hashes.map(({ sha256 }) => sha256)).toEqual(contents.map((content) => createHash('sha256').update(content).digest('hex')));
    expect((await acervo(at.service.app, ['verify'])).exitCode).toBe(0);
  });
});
