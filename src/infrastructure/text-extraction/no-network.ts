// Loaded before the program of a reading process. Until Node 25 its permission model says nothing of the network: where the system does not
// take it away, this does, as far as JavaScript goes. Other ways to Node's own bindings are closed by the permission model.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (): never => {
  throw Object.assign(new Error('a reader of files has no network'), { code: 'ERR_ACCESS_DENIED' });
};

/** For good: who has taken the reader over must not put it back. */
function close(owner: object, names: readonly string[]): void {
  for (const name of names)
    if (name in owner) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false, enumerable: true });
}

close(net.Socket.prototype, ['connect']);
close(net.Server.prototype, ['listen', '_listen2']);
close(net, ['_createServerHandle']);
close(dgram, ['createSocket', 'Socket', '_createSocketHandle']);
for (const names of [dns, dns.promises]) close(names, Object.keys(names).filter((name) => /^(lookup|resolve|reverse|Resolver)/.test(name))); // prettier-ignore
syncBuiltinESMExports();
