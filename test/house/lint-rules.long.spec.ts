import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const CONFIGS = [
  'package.json',
  'tsconfig.json',
  'tsconfig.spec.json',
  'tsconfig.lint.json',
  'eslint.config.mjs',
  '.dependency-cruiser.cjs',
];

interface Finding {
  file: string;
  rule: string;
}

/** Both linters end with a failure when they find something: that is what is wanted here. */
function run(folder: string, program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout, stderr) =>
      stdout ? resolve(stdout) : reject(new Error(stderr)),
    );
  });
}

async function eslintFindings(folder: string): Promise<Finding[]> {
  const results = JSON.parse(await run(folder, 'eslint/bin/eslint.js', ['src', 'libs', '--format', 'json'])) as {
    filePath: string;
    messages: { ruleId: string }[];
  }[];
  return results.flatMap(({ filePath, messages }) => messages.map(({ ruleId }) => ({ file: relative(folder, filePath), rule: ruleId })));
}

async function dependencyFindings(folder: string): Promise<Finding[]> {
  const { summary } = JSON.parse(
    await run(folder, 'dependency-cruiser/bin/dependency-cruise.mjs', ['src', 'libs', 'test', '--output-type', 'json']),
  ) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
}

/** Each planted file says in its first line which rule must find it. */
describe('the lint rules', () => {
  let folder: string;
  let findings: Finding[];
  let planted: Finding[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-lint-'));
    await cp(join(__dirname, 'planted'), folder, { recursive: true });
    for (const config of CONFIGS) await copyFile(join(ROOT, config), join(folder, config));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const files = (await readdir(join(__dirname, 'planted'), { recursive: true })).filter((file) => file.endsWith('.ts'));
    const expectations = await Promise.all(
      files.map(async (file) => ({ file, rule: /^\/\/ expects: (\S+)/.exec(await readFile(join(folder, file), 'utf8'))?.[1] })),
    );
    planted = expectations.filter((expectation): expectation is Finding => expectation.rule !== undefined);
    findings = [...(await eslintFindings(folder)), ...(await dependencyFindings(folder))];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('find every planted violation', () => {
    expect(planted.length).toBeGreaterThanOrEqual(41);
    const missed = planted.filter(({ file, rule }) => !findings.some((finding) => finding.file === file && finding.rule === rule));
    expect(missed).toEqual([]);
  });

  it('find nothing in the valid files beside them', () => {
    const guilty = new Set(planted.map(({ file }) => file));
    expect(findings.filter(({ file, rule }) => !guilty.has(file) && rule !== 'no-cycles')).toEqual([]);
  });
});
