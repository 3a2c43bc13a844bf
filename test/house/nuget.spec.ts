import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, IncomingMessage } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'acervo-nuget-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (script: string, env: Record<string, string> = {}) => {
  const args = ['--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } })).stdout;
};

/** NuGet's own tool is not to be had where this is tested: its rules are checked by ours. */
describe('the package for NuGet', () => {
  /** What is said of the package after each of its parts was changed: `[part, before, after]`, or `[part]` for one that is gone. */
  const judged = async (changes: readonly (readonly [string, string?, string?])[]) => {
    for (const name of ['README.md', 'LICENSE', 'library.dll']) writeFileSync(join(folder, name), name);
    const files = Object.fromEntries(
      ['README.md', 'LICENSE', 'lib/netstandard2.0/library.dll'].map((name) => [name, join(folder, name.replace(/^lib.*\//, ''))]),
    );
    const script = `
      import { readFileSync } from 'node:fs';
      import { packNuget, partsOf } from './scripts/sdks/nupkg.mjs';
      import { contradictionsOf } from './scripts/sdks/nupkg-rules.mjs';
      const project = readFileSync('libs/sdks/csharp/Acervo.Client.csproj', 'utf8').replace('0.0.0', '1.2.0-rc.1');
      await packNuget(project, ${JSON.stringify(files)}, ${JSON.stringify(folder)});
      const said = [];
      for (const [name, before, after] of ${JSON.stringify(changes)}) {
        const parts = await partsOf(${JSON.stringify(join(folder, 'Acervo.Client.1.2.0-rc.1.nupkg'))});
        const text = parts[name]?.toString();
        if (text === undefined || (before && !text.includes(before))) throw new Error(name + ' has no ' + before);
        if (before) parts[name] = Buffer.from(text.replace(before, after));
        else delete parts[name];
        said.push(contradictionsOf(parts));
      }
      console.log(JSON.stringify(said));`;
    return JSON.parse(await run(script)) as string[][];
  };
  const manifest = 'Acervo.Client.nuspec';
  const types = '[Content_Types].xml';
  const relations = '_rels/.rels';

  it('has nothing against it', async () => expect(await judged([[manifest, 'MIT', 'MIT']])).toEqual([[]]));

  it('is refused with a sentence for each rule that is broken', async () => {
    const broken = [
      ['authors is missing', manifest, '<authors>The maintainers of Acervo</authors>', ''],
      ['the id is Acervo..Client', manifest, '<id>Acervo.Client<', '<id>Acervo..Client<'],
      ['the manifest of Acervo is called Acervo.Client.nuspec', manifest, '<id>Acervo.Client<', '<id>Acervo<'],
      ['the version is 1.02.0', manifest, '<version>1.2.0-rc.1<', '<version>1.02.0<'],
      ['unknown: licence', manifest, '<tags>', '<licence>MIT</licence><tags>'],
      ['something is said twice', manifest, '<tags>', '<tags>twice</tags><tags>'],
      ['there is no licence', manifest, 'type="expression"', 'type="name"'],
      ['the licence MIT is not in the package', manifest, 'type="expression"', 'type="file"'],
      ['licenseUrl is https://opensource.org/MIT, which clients', manifest, 'licenses.nuget.org/MIT', 'opensource.org/MIT'],
      ['readme.txt is not in the package', manifest, 'README.md', 'readme.txt'],
      ['addresses are', manifest, 'url="https:', 'url="http:'],
      ['dependencies are of .NETStandard', manifest, '.NETStandard2.0', '.NETStandard'],
      ['dependencies are not in groups', manifest, '<group targetFramework', '<dependency targetFramework'],
      ['lib/netstandard2.0 has no group of dependencies', manifest, '.NETStandard2.0', '.NETStandard2.1'],
      ['depends on Some.Library latest', manifest, '" />\n    </dep', '"><dependency id="Some.Library" version="latest" /></group></dep'],
      ['the manifest is not a package with metadata', manifest, 'packaging/2013/05', 'packaging/2030/05'],
      ['of no type: lib/netstandard2.0/library.dll', types, 'Extension="dll"', 'Extension="exe"'],
      ['of no type: LICENSE', types, 'PartName="/LICENSE"', 'PartName="/LICENCE"'],
      ['an extension has two types', types, 'Extension="dll"', 'Extension="md"'],
      ['relations are to', relations, '.psmdcp', '.xml'],
      ['there is not one relation to the manifest', relations, 'packaging/2010/07/manifest', 'packaging/2010/07/other'],
      ['two relations have the same id', relations, 'R1', 'R0'],
      ['lib is empty', 'lib/netstandard2.0/library.dll'],
      ['it has 0 manifests', manifest],
      ['it is no package of OPC', types],
    ] as const;
    const found = await judged(broken.map(([, part, before, after]) => [part, before, after]));
    const without = broken.filter(([sentence], at) => !found[at]?.some((each) => each.startsWith(sentence)));
    expect(without).toEqual([]);
  });
});

describe('publishing on nuget.org', () => {
  const calls: { method?: string; url?: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const ANSWERS: Record<string, object> = { '/who': { value: 'told-by-github' }, '/api/v2/token': { apiKey: 'for-an-hour' } };
  const server = createServer((call, response) => {
    const pieces: Buffer[] = [];
    call.on('data', (piece: Buffer) => pieces.push(piece));
    call.on('end', () => {
      const { method, url, headers } = call;
      calls.push({ method, url, headers, body: Buffer.concat(pieces) });
      response.end(JSON.stringify(ANSWERS[url?.split('?')[0] ?? ''] ?? {}));
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('exchanges what GitHub says of this workflow for a key, and sends the package with it', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'Acervo.Client.1.2.0.nupkg'), 'what is packed');
    const what = JSON.stringify({ folder, version: '1.2.0' });
    await run(`import { publishCSharp } from './scripts/release/nuget.mjs'; await publishCSharp(${what}, ${JSON.stringify(url)});`, {
      NUGET_USER: 'somebody',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/who?version=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    });
    expect(calls.map(({ method, url: address }) => `${method} ${address}`)).toEqual([
      'GET /who?version=1&audience=https%3A%2F%2Fwww.nuget.org',
      'POST /api/v2/token',
      'PUT /api/v2/package',
    ]);
    const [who, token, sent] = calls;
    expect([who?.headers.authorization, token?.headers.authorization]).toEqual(['Bearer of-the-job', 'Bearer told-by-github']);
    expect(JSON.parse(token?.body.toString() ?? '')).toEqual({ username: 'somebody', tokenType: 'ApiKey' });
    expect(sent?.headers).toMatchObject({ 'x-nuget-apikey': 'for-an-hour', 'x-nuget-protocol-version': '4.1.0' });
    expect(sent?.body.toString()).toContain(readFileSync(join(folder, 'Acervo.Client.1.2.0.nupkg'), 'utf8'));
  });
});
