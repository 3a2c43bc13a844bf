import { createServer, type AddressInfo, type Server } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, performed, runProgram, type Ran } from './support/command';
import { describeService } from './support/describe-service';
import { STORAGE } from './support/service';

const PT = { LC_ALL: 'pt_BR.UTF-8' };
const EN = { LC_ALL: '', LC_MESSAGES: '', LANG: 'en_GB.UTF-8' };
/** Nobody listens there. */
const NOWHERE = {
  DATABASE_URL: 'mysql://a:b@127.0.0.1:1/acervo',
  JWT_SECRET: 'secret of the tests 1'.repeat(2),
  LINK_SECRET: 'secret of the tests 2'.repeat(2),
  AUDIT_SECRET: 'secret of the tests 3'.repeat(2),
};

/** What they print does not depend on where things are stored. */
(STORAGE === 'embedded' ? describe : describe.skip)('the command line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-cli-'));
    expect((await said(['migrate'], EN)).code).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const withOwn = (environment: Record<string, string>) => ({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...environment });
  const outcomeOf = ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr });
  const said = async (words: readonly string[], environment: Record<string, string>) =>
    outcomeOf(await runProgram('cli/acervo', words, withOwn(environment)));
  /** In this process. */
  const heard = async (words: readonly string[], environment: Record<string, string>) =>
    outcomeOf(await performed(words, withOwn(environment)));

  it('has its own help in both languages', async () => {
    const [english, portuguese] = await Promise.all([EN, PT].map((locale) => said(['user', 'create', '--help'], locale)));
    expect(english).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: acervo user create \[options\] <login>\n/) });
    expect(portuguese).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Uso: acervo user create \[opções\] <login>\n/) });
  });

  it('prints its version, with each command', async () => {
    const { version } = JSON.parse(await readFile(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
    for (const words of [[], ['user', 'create']])
      expect(await said([...words, '--version'], EN)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each<[string[], string, string]>([
    [['aply'], "unknown command 'aply'\n(Did you mean apply?)\n", "comando desconhecido: 'aply'\n(Você quis dizer apply?)\n"],
    [['user', 'creat'], "unknown command 'creat'\n(Did you mean create?)\n", "comando desconhecido: 'creat'\n(Você quis dizer create?)\n"],
    [['verify', '--discard'], "unknown option '--discard'\n", "opção desconhecida: '--discard'\n"],
    [['apply'], "missing required argument 'file'\n", "falta o argumento 'file'\n"],
    [['bag', 'export', '--client', 'a'], "required option '--to <folder>' not specified\n", "falta a opção obrigatória '--to <folder>'\n"],
    [['apply', 'nada.yaml'], 'nada.yaml cannot be read: ENOENT', 'nada.yaml não pode ser lido: ENOENT'],
    [['user', 'unlock', 'ninguem'], 'there is no user "ninguem"\n', 'não há usuário "ninguem"\n'],
  ])('reports in the language of the run what is wrong with %j', async (words, english, portuguese) => {
    const [one, other] = [await heard(words, EN), await heard(words, PT)];
    expect([one.stderr, other.stderr]).toEqual([expect.stringContaining(english), expect.stringContaining(portuguese)]);
    const code = /ENOENT|there is no user/.test(english) ? 1 : 2;
    expect([one.code, other.code, one.stdout, other.stdout]).toEqual([code, code, '', '']);
  });

  it('reports invalid arguments as JSON to programs', async () => {
    const { code, stdout } = await said(['aply', '--json'], EN);
    expect([code, JSON.parse(stdout)]).toEqual([2, { error: "unknown command 'aply'\n(Did you mean apply?)", exitCode: 2 }]);
  });

  it.each<[string, 'main' | 'cli/acervo', string[]]>([
    ['a command', 'cli/acervo', ['verify']],
    ['migrate', 'cli/acervo', ['migrate']],
    ['the service', 'main', []],
    ['the service, by its command', 'cli/acervo', ['start']],
  ])('%s reports in one sentence that the database is unreachable', async (_, name, words) => {
    const environment = { ...NOWHERE, LOG_LEVEL: 'silent', DATA_DIR: folder, PORT: '0' };
    const ran = await runProgram(name, words, { ...environment, ...EN });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      1,
      '',
      'the database cannot be reached (ECONNREFUSED 127.0.0.1:1): is DATABASE_URL right, and does it run?\n',
    ]);
    const outro = await runProgram(name, words, { ...environment, ...PT });
    expect([outro.code, outro.stderr]).toEqual([1, expect.stringMatching(/^o banco de dados não responde \(ECONNREFUSED .*\n$/)]);
  });

  describe('with an occupied port', () => {
    let other: Server;
    beforeAll(() => new Promise<void>((resolve) => void (other = createServer().listen(0, '127.0.0.1', resolve))));
    afterAll(() => new Promise((resolve) => other.close(resolve)));

    it.each<['main' | 'cli/acervo', string[]]>([
      ['main', []],
      ['cli/acervo', []],
      ['cli/acervo', ['start']],
    ])('%s %j reports it in one sentence', async (name, words) => {
      const { port } = other.address() as AddressInfo;
      const environment = { DATA_DIR: join(folder, 'service'), HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent' };
      const ran = await runProgram(name, words, { ...environment, ...EN });
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([
        1,
        '',
        `the port 127.0.0.1:${port} is in use by another program; PORT chooses another one\n`,
      ]);
      const outro = await runProgram(name, words, { ...environment, ...PT });
      expect([outro.code, outro.stderr]).toEqual([1, `a porta 127.0.0.1:${port} está em uso por outro programa; PORT escolhe outra\n`]);
    });
  });

  describeService('on an archive', ({ service }) => {
    const onService = (words: readonly string[], language: Record<string, string>) =>
      performed(words, { ...environmentOf(service), ...language });

    it('reports every problem of the configuration in the language of the run', async () => {
      const wrong = { ...environmentOf(service), PORT: 'x', DOCS: 'y' };
      expect((await heard(['verify'], { ...wrong, ...PT })).stderr).toBe(
        'a configuração não pode ser usada:\n  - PORT deve ser um número inteiro de 0 a 65535\n  - DOCS deve ser true ou false\n',
      );
    });

    it('explains how a renamed level keeps its contents', async () => {
      const file = join(folder, 'archive.yaml');
      expect((await onService(['export', file, '--ids'], EN)).code).toBe(0);
      const text = await readFile(file, 'utf8');
      const [line = '', id = ''] = /id: ([0-9a-f-]{36})\n\s+name: Financeiro\n/.exec(text) ?? [];
      const renamed = line.replace('name: Financeiro', 'name: Finanças');
      await writeFile(file, text.replace(line, renamed.replace(/id: .*\n\s+/, '')).replaceAll('- Financeiro', '- Finanças'));
      const refused = await onService(['apply', file], EN);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining(`if "Financeiro" is now called "Finanças", write "id: ${id}" there`),
      ]);
      const recusado = await onService(['apply', file], PT);
      expect(recusado.stderr).toContain(`se "Financeiro" agora se chama "Finanças", escreva ali "id: ${id}"`);
      await writeFile(file, text.replace(line, renamed).replaceAll('- Financeiro', '- Finanças'));
      const done = await onService(['apply', file], PT);
      expect([done.stderr, done.code, done.stdout]).toEqual(['', 0, expect.stringMatching(/níveis: incluir 0, alterar \d, remover 0/)]);
    });
  });
});
