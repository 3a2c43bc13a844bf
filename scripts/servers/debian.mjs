/** Programs out of Debian packages, unpacked into a folder: nothing is installed into the machine but the unpacker itself. */
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { onPath, run } from './processes.mjs';

const MINUTE = 60_000;
const UNPACKER = ['mmdebstrap', 'debian-archive-keyring'];

/** Why packages cannot be unpacked on this machine, or undefined. */
export function whyNoPackages() {
  if (process.platform !== 'linux' || !onPath('apt-get')) return 'not a Debian or Ubuntu system';
  return process.getuid() === 0 ? undefined : 'not root';
}

const apt = (args, minutes) =>
  run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2', ...args], {
    timeoutMs: minutes * MINUTE,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

let unpackerReady;
/** Once per process: several roots may be asked for at the same time. */
function unpacker(log) {
  unpackerReady ??= (async () => {
    if (onPath('mmdebstrap')) return;
    log('installing mmdebstrap');
    const install = () => apt(['install', '-y', '--no-install-recommends', ...UNPACKER], 5);
    await install().catch(async () => {
      // A new machine has no package lists yet. A failure here may be another source's: the second try decides.
      await apt(['update'], 5).catch(() => {});
      await install();
    });
  })();
  return unpackerReady;
}

/**
 * A folder with `packages` and all they need from `suite`, unpacked but not configured. `check(root)` must succeed before it counts.
 *
 * sid has no releases, hence no pinning: callers print the version, and have a fallback in a stable suite.
 * Mirrors that are copied from time to time serve sid's index past its Valid-Until date (a week after it was signed). We accept that
 * staleness for sid only: signatures are still checked, nothing from it is ever deployed, and without it an old mirror means no MySQL.
 */
export function debianRoot(name, suite, packages, { log, check }) {
  const recipe = { suite, packages, layout: 1 };
  return cached(
    `${name}-${suite}`,
    recipe,
    async (part) => {
      await unpacker(log);
      log(`${name}: unpacking packages of debian ${suite}`);
      const stale = suite === 'sid' ? ['--aptopt=Acquire::Check-Valid-Until "false"'] : [];
      const options = [
        '--quiet',
        '--variant=extract',
        ...stale,
        '--aptopt=APT::Install-Recommends "false"',
        '--aptopt=Acquire::Retries "2"',
      ];
      // Bullseye does not have it, and is merged by mmdebstrap.
      const merged = suite === 'bullseye' ? [] : ['usr-is-merged'];
      await run('mmdebstrap', [...options, `--include=${[...packages, ...merged].join(',')}`, suite, part], {
        timeoutMs: 15 * MINUTE,
      });
      // Places to mount over in `insideOf`.
      for (const folder of ['data', 'dev', 'proc', 'tmp']) await mkdir(join(part, folder), { recursive: true });
      await check(part);
    },
    { timeoutMs: 20 * MINUTE, log },
  );
}

/** Command line of a program of an unpacked root, run by that root's own loader and libraries, which needs no mounts and no chroot. */
export function programOf(root, program, libraries = []) {
  const entries = (folder) => {
    try {
      return readdirSync(join(root, folder)).map((name) => join(root, folder, name));
    } catch {
      return [];
    }
  };
  const multiarch = ['lib', 'usr/lib'].flatMap(entries).filter((path) => path.endsWith('-linux-gnu'));
  const loader = multiarch
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .find((path) => /\/ld-linux-[^/]+\.so\.\d$/.test(path));
  if (!loader) throw new Error(`no program loader in ${root}`);
  return [loader, '--library-path', [...multiarch, ...libraries.map((path) => join(root, path))].join(':'), join(root, program)];
}

/**
 * Command line that runs another inside an unpacked root, with `data` as /data. Mounts are in a private namespace: the machine does not
 * see them, and any number of runs share one root. All processes are in a PID namespace of their own, which the kernel empties with its first.
 */
export function insideOf(root, data, command) {
  const script = `
    set -e
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    mount -t tmpfs tmpfs "$0/tmp"
    mount --bind "$1" "$0/data"
    root=$0; shift
    exec chroot "$root" "$@"`;
  return [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    '--pid',
    '--fork',
    '--kill-child',
    'bash',
    '-c',
    script,
    root,
    data,
    ...command,
  ];
}
