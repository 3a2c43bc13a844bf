/** Runs a command in the image as in production: unprivileged user, read-only root, writable /tmp and volumes. */
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inNamespace, mountStage, quoted } from './build-stages.mjs';

/** One at a time. `secrets`: a folder that is mounted at /run/secrets. The process is the program itself: signals reach it. */
export function runContainer({ stage, image, node, folder }, { command = image.command, environment = {}, secrets }) {
  const own = mkdtempSync(join(folder, 'container-'));
  const [user, group] = image.user.split(':').map(Number);
  const mountVolumes = image.volumes.map((volume) => {
    const data = join(own, 'volumes', volume);
    mkdirSync(data, { recursive: true });
    chownSync(data, user, group);
    return `mount --bind '${data}' '${stage.merged}${volume}'`;
  });
  const script = [
    mountStage(stage),
    `touch '${stage.merged}/usr/local/bin/node' && mount --bind '${join(node, 'bin/node')}' '${stage.merged}/usr/local/bin/node'`,
    ...mountVolumes,
    ...(secrets ? [`mkdir -p '${stage.merged}/run/secrets' && mount --bind '${secrets}' '${stage.merged}/run/secrets'`] : []),
    `mount -t tmpfs -o mode=1777,size=64m tmpfs '${stage.merged}/tmp'`,
    `mount -o remount,ro,bind '${stage.merged}'`,
    `exec env -i ${envWords({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...image.env, ...environment })} ` +
      `chroot '${stage.merged}' sh -c ${quoted(
        `cd ${image.workdir} && exec setpriv --reuid=${user} --regid=${group} --clear-groups --no-new-privs --bounding-set=-all ` +
          `--inh-caps=-all --pdeathsig=KILL ${command.map(quoted).join(' ')}`,
      )}`,
  ].join('\n');
  const [program, args] = inNamespace(script);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, words })));
  void ended.then(() => rmSync(own, { recursive: true, force: true }));
  return { ended, words: () => words, kill: (signal) => child.kill(signal) };
}

const envWords = (environment) =>
  Object.entries(environment)
    .map(([name, value]) => quoted(`${name}=${value}`))
    .join(' ');
