/** An address of a host, as a resolver gives it. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Gives all addresses of a host; a rejection means that there is none. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

/** Times in milliseconds, sizes in bytes. */
export interface SafeDownloadOptions {
  /** Most bytes of body that are handed out. */
  maxBytes: number;
  /** Over everything: names, redirects, and the body until its last byte is read, the reader's own pauses included. */
  totalTimeoutMs: number;
  /** To resolve a name; then again to connect, TLS included. Default 3000. */
  connectTimeoutMs?: number;
  /** From the connection to the end of the headers. Default 5000. */
  headersTimeoutMs?: number;
  /** Longest wait for the next piece of the body. Default 5000. */
  idleTimeoutMs?: number;
  /** Redirects that are followed. Default 3. */
  maxRedirects?: number;
  /** CIDR networks that the operator allows although they are not public, e.g. `10.1.0.0/16` or `127.0.0.1/32`. */
  allowedNetworks?: readonly string[];
  /** Ports allowed. Default 80 and 443; on addresses in `allowedNetworks` any port is fine. */
  ports?: readonly number[];
  /** Certificate authorities (PEM) to trust instead of the well-known ones, say of the operator's own network. */
  ca?: string | string[];
  /** Name servers in place of the system's, such as `10.1.0.2` or `127.0.0.1:5353`. */
  nameServers?: readonly string[];
  /** In place of hosts file and name servers. */
  resolve?: Resolve;
  /** Ends the download; it then fails with the signal's reason. */
  signal?: AbortSignal;
}

/** The options with every default filled in. */
export type Settings = Required<Omit<SafeDownloadOptions, 'ca' | 'nameServers' | 'resolve' | 'signal'>> &
  Pick<SafeDownloadOptions, 'ca' | 'nameServers' | 'resolve' | 'signal'> & {
    /** http only to addresses in `allowedNetworks`. */
    secureOnly?: boolean;
  };

/** What `setTimeout` can count to; more would fire at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** @throws RangeError when a number makes no sense: a limit that is no limit must not pass in silence */
export function settle(options: SafeDownloadOptions): Settings {
  const settings: Settings = {
    ...options,
    connectTimeoutMs: options.connectTimeoutMs ?? 3000,
    headersTimeoutMs: options.headersTimeoutMs ?? 5000,
    idleTimeoutMs: options.idleTimeoutMs ?? 5000,
    maxRedirects: options.maxRedirects ?? 3,
    allowedNetworks: options.allowedNetworks ?? [],
    ports: options.ports ?? [80, 443],
  };
  for (const key of ['totalTimeoutMs', 'connectTimeoutMs', 'headersTimeoutMs', 'idleTimeoutMs'] as const) {
    requireInteger(key, settings[key], 1, MAX_TIMEOUT);
  }
  requireInteger('maxBytes', settings.maxBytes, 0, Number.MAX_SAFE_INTEGER);
  requireInteger('maxRedirects', settings.maxRedirects, 0, 20);
  return settings;
}

function requireInteger(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} must be an integer from ${least} to ${most}`);
}
