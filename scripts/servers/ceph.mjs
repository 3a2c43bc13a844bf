/** Ceph's object gateway: a real, maintained S3 server that Debian packages. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, insideOf } from './debian.mjs';
import { freePort, withFreePort } from './ports.mjs';
import { freshFolder, keepServer, run, untilReady } from './processes.mjs';
import { answers, freshKeys } from './s3-client.mjs';

const READY_WITHIN_MS = 240_000;
const UP = fileURLToPath(new URL('ceph-up.sh', import.meta.url));
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common', 'bash', 'coreutils', 'python3', 'libc-bin'];

/** The runs' data is thrown away, so one copy of it, in memory unless `durable`; and no waiting for others where there are none. */
const configuration = ({ fsid, monPort, port, durable, classes }) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monPort}]
public addr = 127.0.0.1
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = /data/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
admin socket = /data/run/$name.$pid.asok
pid file = /data/run/$name.pid
log file = /data/log/$name.log
mon cluster log file = /data/log/cluster.log
crash dir = /data/log
[mon]
mon data = /data/mon
mon data avail warn = 1
mon data avail crit = 1
mon allow pool size one = true
paxos propose interval = 0.1
paxos min wait = 0.02
[osd]
osd data = /data/osd
osd class dir = ${classes}
osd objectstore = ${durable ? 'bluestore' : 'memstore'}
memstore device bytes = 4294967296
bluestore block size = 4294967296
bluestore block create = true
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw run sync thread = false
`;

/** Debian keeps the object store's plug-ins in its folder for the architecture, where Ceph's own default does not look. */
function classesOf(root) {
  const multiarch = readdirSync(join(root, 'usr/lib')).find((name) => name.endsWith('-linux-gnu'));
  return `/usr/lib/${multiarch}/rados-classes`;
}

const checked = async (root) => {
  const [command, ...args] = insideOf(root, root, ['radosgw', '--version']);
  await run(command, args, { timeoutMs: 30_000 });
};

export const cephRoot = (suite, log) => debianRoot('ceph', suite, PACKAGES, { log, check: checked });

export function startCeph(root, { origin, durable }) {
  return withFreePort(async (port) => {
    const folder = freshFolder('ceph');
    const keys = freshKeys();
    const fsid = randomUUID();
    const monPort = await freePort();
    copyFileSync(UP, join(folder, 'up.sh'));
    writeFileSync(join(folder, 'ceph.conf'), configuration({ fsid, monPort, port, durable, classes: classesOf(root) }));
    const env = {
      PATH: process.env.PATH,
      TZ: 'UTC',
      FSID: fsid,
      MON_PORT: String(monPort),
      OSD_UUID: randomUUID(),
      ACCESS_KEY: keys.accessKeyId,
      SECRET_KEY: keys.secretAccessKey,
    };
    const [command, ...args] = insideOf(root, folder, ['/bin/bash', '/data/up.sh']);
    const server = keepServer(command, args, { folder, env });
    const address = `127.0.0.1:${port}`;
    const endpoint = `http://${address}`;
    await untilReady(server, () => answers({ endpoint, ...keys }), { timeoutMs: READY_WITHIN_MS });
    const version = /version (\S+)/.exec(readFileSync(join(folder, 'version'), 'utf8'))?.[1];
    return { name: 'ceph-rgw', endpoint, ...keys, version, origin, address, stop: server.stop };
  });
}
