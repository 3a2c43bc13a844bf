/** Every command that the pages show is run here, asked whether it knows these options, or compared with what is run. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import '../ensure-build.mjs';
import { expect, had } from './expect.mjs';
import { compose, helm } from './tools.mjs';

export const PAGES = ['docs/deploying.md', 'docs/backup.md'];
/** Run elsewhere: those of the shell by test/e2e/docs.long.spec.ts, those of MySQL by test/faults/{backup,dump-programs,point-in-time}.spec.ts, the Dockerfile by `image`, the package by scripts/package/check.mjs. */
const KNOWN = [
  /^mkdir -p -m 700 docker\/secrets$/,
  /^for name in [\w -]+; do openssl rand -hex 32 > docker\/secrets\/\$name; done$/,
  /^export( [A-Z0-9_]+=\S+)+$/,
  /^docker build -f docker\/Dockerfile -t \S+ \.$/,
  /^kubectl create secret generic \S+ --from-env-file=\S+$/,
  /^npm install --omit=dev acervo$/,
  /^npx acervo (migrate|start)$/,
  /^mysqldump /,
  /^grep -m 1 SOURCE_LOG_POS /,
  /^TZ=UTC mysqlbinlog /,
  /^mysql /,
];

export const commandsOf = (page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) =>
    block
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter(Boolean),
  );

/** The service's own command is asked for its help, which names its options. */
function acervo(command) {
  const [, words = ''] = /(?:acervo\.js|npm run acervo --)((?: [a-z-]+)+)/.exec(command) ?? [];
  if (words === '') return;
  const [name] = words.trim().split(' ');
  const { stdout } = spawnSync(process.execPath, ['dist/src/cli/acervo.js', ...words.trim().split(' '), '--help'], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  expect(stdout.startsWith(`Usage: acervo ${name}`), `no such command of the service: ${command}`);
  for (const option of command.slice(command.indexOf(words)).match(/(?<= )--[a-z-]+/g) ?? [])
    expect(stdout.includes(option), `the service has no ${option}: ${command}`);
}

/** Asked for help after its options, a program says first whether it knows them. */
function known(program, words, subcommand) {
  const place = words.indexOf(subcommand) + 1;
  const { status, stderr } = spawnSync(program, [...words.slice(0, place), '--help', ...words.slice(place)], { encoding: 'utf8' });
  expect(status === 0, `${words.join(' ')}: ${stderr}`);
  for (const word of words.filter((part) => part.includes('/') && /^(docker|deploy)\//.test(part))) expect(existsSync(word), `no ${word}`);
}

export async function checkDocuments(log) {
  const programs = { compose: await had(compose(log)), helm: await had(helm(log)) };
  const commands = PAGES.flatMap(commandsOf);
  for (const command of commands) {
    acervo(command);
    const words = command.split(/\s+/);
    if (command.startsWith('docker compose ')) known(programs.compose, words.slice(2), words[4]);
    else if (words[0] === 'helm') known(programs.helm, words.slice(1), words[1]);
    else if (!command.startsWith('npm run acervo -- '))
      expect(
        KNOWN.some((pattern) => pattern.test(command)),
        `nobody checks ${command}`,
      );
  }
  return `${commands.length} commands of ${PAGES.join(' and ')}`;
}
