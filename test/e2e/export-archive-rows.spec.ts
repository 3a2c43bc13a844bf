import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { demoText, edited, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';

const HOSTILE = ['../../fora', '..', '../', '/etc/passwd', 'C:\\fora', 'a/b', 'a\\b', '%2e%2e%2ffora', '日本', '-rf', 'L'.repeat(60)];

const client = (lists: readonly string[]) => `clients:
  - name: "../Cliente"
    units: [Unidade Central]
    lists:
${lists
  .map(
    (name) => `      - name: ${JSON.stringify(name)}
        kind: autocomplete
        fields:
          - { label: Código, type: text, key: true }
        rows:
          - { Código: ${JSON.stringify(`row of ${name}`)} }
`,
  )
  .join('')}
    levels:
      - name: Nível
`;

/** `acervo export --rows-to`: what lists are called, or what lies in the folder, leads out of it nowhere. */
describeScene('exported rows of lists', openDesk, (desk) => {
  beforeAll(async () => {
    await desk.apply(edited(await demoText(), ['clients:\n', client(HOSTILE)]));
  });

  /** A folder within a folder of its own, so that whatever leaves it is seen. */
  async function target(name: string) {
    const outer = desk.path(name);
    await mkdir(`${outer}/in/rows`, { recursive: true });
    return { outer, rows: `${outer}/in/rows` };
  }

  it('stay in their folder for any list names, and can be applied from there', async () => {
    const { outer, rows } = await target('names');
    const text = await desk.export({ rowsTo: rows });
    const written = (await readdir(outer, { recursive: true })).filter((name) => name !== 'in' && name !== 'in/rows');
    const ours = written.filter((name) => name.includes('/cliente'));
    expect(ours).toHaveLength(HOSTILE.length);
    for (const name of written) expect(name).toMatch(/^in\/rows\/[a-z0-9][a-z0-9-]*\.csv$/);
    expect((await desk.apply(text)).plan.groups).toEqual([]);
  });

  it.each([
    ['a link', symlink],
    ['another name of the same file', link],
  ])('replace %s, without changing its target', async (_, lead) => {
    const { rows } = await target(lead.name);
    const [outside, place] = [desk.path(`outside-${lead.name}`), `${rows}/cliente-fora.csv`];
    await writeFile(outside, 'not yours', { mode: 0o644 });
    await lead(outside, place);
    await desk.export({ rowsTo: rows });
    expect(await readFile(outside, 'utf8')).toBe('not yours');
    expect(await readFile(place, 'utf8')).toContain('row of ../../fora');
    expect((await stat(place)).mode & 0o777).toBe(0o600);
  });

  it('replace an earlier export', async () => {
    const { rows } = await target('again');
    await desk.export({ rowsTo: rows });
    await writeFile(`${rows}/cliente-a-b.csv`, 'former\n'.repeat(1000), { mode: 0o644 });
    await desk.export({ rowsTo: rows });
    expect(await readFile(`${rows}/cliente-a-b.csv`, 'utf8')).toMatch(/^"?Código"?\r?\n"?row of a.b"?\r?\n$/);
  });
});
