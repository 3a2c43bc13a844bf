/**
 * Plays the stages of the Dockerfile without a container engine. A stage is an overlay on this machine's own files, in which its RUN lines
 * are run as root; what they write is the stage. In place of the base image there is this system with the Node that the image's tag names.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BUILD_WITHIN_MS = 20 * 60_000;

export function whyNoStages() {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid() !== 0) return 'not root';
  if (existsSync('/app') || existsSync('/data')) return 'this machine has a folder /app or /data of its own';
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? undefined : 'no mount namespaces';
}

/** Shell words that mount the stage's view at $merged; everything after runs in a namespace that ends with it. */
export const mountStage = ({ upper, merged, work }) =>
  [
    'set -e',
    `mount -t overlay overlay -o 'lowerdir=/,upperdir=${upper},workdir=${work}' '${merged}'`,
    `mount --rbind /proc '${merged}/proc'`,
    `mount --rbind /dev '${merged}/dev'`,
  ].join('\n');

export const inNamespace = (script) => ['unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script]];
export const quoted = (word) => `'${String(word).replaceAll("'", `'\\''`)}'`;

function copy(stage, stages, context, text, workdir) {
  const from = /^--from=(\S+)\s+/.exec(text);
  const places = text.slice(from?.[0].length ?? 0).split(/\s+/);
  const target = places.pop();
  const many = places.length > 1 || target.endsWith('/');
  for (const place of places) {
    const source = from ? join(stages.get(from[1]).upper, place) : join(context.folder, place);
    if (!from && !context.takes(place)) throw new Error(`COPY ${place}: .dockerignore leaves it out`);
    const to = join(stage.upper, workdir, target, many ? place.split('/').at(-1) : '');
    mkdirSync(dirname(to), { recursive: true });
    const filter = from ? () => true : (path) => path === source || context.takes(path.slice(context.folder.length + 1));
    cpSync(source, to, { recursive: true, filter, verbatimSymlinks: true });
  }
}

/** The last stage: { upper, merged, work, workdir }. `context`: the folder, and `takes(path)`. */
export function buildStages(stages, { folder, context, node, log }) {
  const built = new Map();
  for (const [index, { name, base, steps }] of stages.entries()) {
    const place = (part) => {
      const path = join(folder, `${index}-${part}`);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const parent = built.get(base);
    const stage = { upper: place('upper'), merged: place('merged'), work: place('work'), workdir: parent?.workdir ?? '/' };
    if (parent) cpSync(parent.upper, stage.upper, { recursive: true, verbatimSymlinks: true });
    for (const { instruction, text } of steps) {
      if (instruction === 'WORKDIR') {
        stage.workdir = text;
        mkdirSync(join(stage.upper, text), { recursive: true });
      } else if (instruction === 'COPY') copy(stage, built, context, text, stage.workdir);
      else if (instruction === 'RUN') {
        log(`${name}: ${text}`);
        const script = `${mountStage(stage)}\nexec chroot '${stage.merged}' sh -c ${quoted(`cd ${stage.workdir} && ${text}`)}`;
        const env = { ...process.env, PATH: `${join(node, 'bin')}:${process.env.PATH}`, npm_config_prefer_offline: 'true' };
        const [command, args] = inNamespace(script);
        execFileSync(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: BUILD_WITHIN_MS, maxBuffer: 1 << 26 });
      }
    }
    built.set(name, stage);
  }
  return [...built.values()].at(-1);
}
