/** The package acervo-archive/client: its core generated, every file checked by PHP, the scenario played. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { program } from '../clients/program.mjs';
import { debianRoot, insideOf, whyNoPackages } from '../servers/debian.mjs';
import { onPath } from '../servers/processes.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { made, root, zipped } from './package.mjs';
import { emitPhp } from './php-core.mjs';
import { played, STEPS } from './scenario.mjs';

export const steps = STEPS;

const OLDEST = 80100;
const VERSION =
  'if (PHP_VERSION_ID < $argv[1] || !function_exists("curl_init")) throw new Error(PHP_VERSION . " or no curl"); echo PHP_VERSION;';

/** `tool` gives the command line that runs PHP in a folder. */
async function asked(tool, origin) {
  const [command, ...args] = tool(process.cwd());
  const version = await program(command, [...args, '-r', VERSION, String(OLDEST)]);
  return { name: 'PHP', version, origin, address: [command, ...args].join(' ').slice(0, 80), tool };
}

const installed = () => [onPath('php')];
/** Nothing was configured there: extensions are named. */
const inRoot = (place) => (folder) =>
  insideOf(place, folder, ['sh', '-c', 'cd /data && exec /usr/bin/php8.2 -n -d extension=curl "$@"', 'php']);

export function obtain({ log }) {
  const ways = [
    { name: 'path', whyNot: () => (onPath('php') ? undefined : 'php is not on PATH'), start: () => asked(installed, 'path') },
    {
      name: 'php-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = (place) => asked(inRoot(place), 'new');
        const place = await debianRoot('php', 'bookworm', ['php8.2-cli', 'php8.2-curl', 'dash', 'coreutils'], { log, check });
        return asked(inRoot(place), 'debian bookworm');
      },
    },
  ];
  return firstThatWorks('PHP SDK', ways, log);
}

const source = (document, folder) =>
  made('php', folder, async (into) => {
    await mkdir(join(into, 'src/Api'));
    for (const [name, text] of Object.entries(emitPhp(document))) await writeFile(join(into, 'src', name), text);
  });

/** Writes the package as Composer installs it. */
export async function pack(_, document, folder, target, version) {
  await zipped(await source(document, folder), 'acervo-php', join(target, `acervo-php-${version}.zip`));
}

/** Every class is read, used or not. */
const LOAD = `
spl_autoload_register(fn ($class) => require_once "php/src/" . strtr(substr($class, 7), "\\\\", "/") . ".php");
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator("php/src", FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) class_exists("Acervo\\\\" . strtr(substr((string) $file, 8, -4), "/", "\\\\")) || throw new Error($file);`;

export const run = ({ tool }, { folder, document, ...service }) =>
  played({ folder, ...service }, async () => {
    const php = (...given) => {
      const [command, ...args] = tool(folder);
      return program(command, [...args, ...given], { cwd: folder });
    };
    const from = await source(document, folder);
    if (onPath('composer')) await program('composer', ['validate', '--strict', '--no-interaction'], { cwd: from });
    await php('-r', LOAD);
    await copyFile(join(root, 'test/sdks/php/scenario.php'), join(folder, 'scenario.php'));
    return php('scenario.php', basename(from));
  });
