/** The package for Composer: its core generated, every file checked by PHP, the scenario played. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { debianRoot, insideOf, whyNoPackages } from '../servers/debian.mjs';
import { onPath } from '../servers/processes.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { archived, made, root } from './package.mjs';
import { emitPhp } from './php-core.mjs';

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

/** Every class is read, used or not. */
const LOAD = `
spl_autoload_register(fn ($class) => require_once "php/src/" . strtr(substr($class, 7), "\\\\", "/") . ".php");
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator("php/src", FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) class_exists("Acervo\\\\" . strtr(substr((string) $file, 8, -4), "/", "\\\\")) || throw new Error($file);`;

export async function build({ tool }, { document, folder }) {
  const source = await made('php', folder, async (into) => {
    await mkdir(join(into, 'src/Api'));
    for (const [name, text] of Object.entries(emitPhp(document))) await writeFile(join(into, 'src', name), text);
  });
  if (onPath('composer')) await program('composer', ['validate', '--strict', '--no-interaction'], { cwd: source });
  const php = (...given) => {
    const [command, ...args] = tool(folder);
    return program(command, [...args, ...given], { cwd: folder });
  };
  await php('-r', LOAD);
  return { php, source };
}

export const pack = ({ source }, { target, version }) => archived(source, join(target, `acervo-php-${version}.tar.gz`));

export async function play({ php }, { folder }) {
  await copyFile(join(root, 'test/sdks/php/scenario.php'), join(folder, 'scenario.php'));
  return php('scenario.php', 'php');
}
