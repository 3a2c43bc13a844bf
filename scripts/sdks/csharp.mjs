/** The package Acervo.Client: compiled by Mono's compiler, packed as NuGet takes it, the scenario compiled against it and played. */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { debianRoot, insideOf, whyNoPackages } from '../servers/debian.mjs';
import { onPath } from '../servers/processes.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { emitCSharp } from './csharp-core.mjs';
import { packNuget, unpackFrom } from './nupkg.mjs';
import { archived, made, root } from './package.mjs';

const ID = 'Acervo.Client';
const OLDEST = 6;
const LIBRARIES = ['System.Net.Http', 'System.Runtime.Serialization', 'System.Xml', 'System.Xml.Linq'];
const STRICT = ['-langversion:7', '-codepage:utf8', '-optimize+', '-warn:4', '-warnaserror+'];
const PACKAGES = ['net-http', 'runtime-serialization', 'xml-linq'].map((name) => `libmono-system-${name}4.0-cil`);

/** `tool` gives the command line that runs mono or mcs in a folder. */
async function asked(tool, origin) {
  const told = (name) => program(...commandOf(tool(name, process.cwd()), ['--version']));
  const version = /version (\d+)\.\S+/.exec(await told('mcs'));
  await told('mono');
  if (!(Number(version?.[1]) >= OLDEST)) throw new Error(`no Mono ${OLDEST}: ${version?.[0]}`);
  return { name: 'Mono', version: version[0], origin, address: tool('mono', '.').join(' ').slice(0, 80), tool };
}

const commandOf = ([command, ...before], args) => [command, [...before, ...args]];
const installed = (name) => [onPath(name)];
const inRoot = (place) => (name, folder) => insideOf(place, folder, ['sh', '-c', 'cd /data && exec "/usr/bin/$0" "$@"', name]);

export function obtain({ log }) {
  const ways = [
    {
      name: 'path',
      whyNot: () => (onPath('mcs') && onPath('mono') ? undefined : 'mcs and mono are not on PATH'),
      start: () => asked(installed, 'path'),
    },
    {
      name: 'mono-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = (place) => asked(inRoot(place), 'new');
        const place = await debianRoot('mono', 'bookworm', ['mono-mcs', ...PACKAGES, 'dash', 'coreutils'], { log, check });
        return asked(inRoot(place), 'debian bookworm');
      },
    },
  ];
  return firstThatWorks('C# SDK', ways, log);
}

/** What its compiler does not write by itself: whose, of which version, for which .NET. */
const assemblyInfo = (version) => `using System.Reflection;
using System.Runtime.Versioning;
[assembly: AssemblyTitle("${ID}")]
[assembly: AssemblyVersion("${/^\d+\.\d+\.\d+/.exec(version)[0]}.0")]
[assembly: AssemblyInformationalVersion("${version}")]
[assembly: TargetFramework(".NETStandard,Version=v2.0", FrameworkDisplayName = ".NET Standard 2.0")]
`;

export async function build(tools, { document, folder, version }) {
  const source = await made('csharp', folder, async (into) => {
    for (const [name, text] of Object.entries(emitCSharp(document))) await writeFile(join(into, 'src', name), text);
    const project = join(into, `${ID}.csproj`);
    await writeFile(project, (await readFile(project, 'utf8')).replace('<Version>0.0.0<', `<Version>${version}<`));
  });
  const mono = (name, ...args) => program(...commandOf(tools.tool(name, folder), args), { cwd: folder });
  await writeFile(join(folder, 'AssemblyInfo.cs'), assemblyInfo(version));
  const files = ['AssemblyInfo.cs', ...(await readdir(join(source, 'src'))).map((name) => `csharp/src/${name}`)];
  const output = [`-doc:${ID}.xml`, `-out:${ID}.dll`];
  await mono('mcs', ...STRICT, '-nowarn:1591', '-target:library', ...LIBRARIES.map((name) => `-r:${name}`), ...output, ...files);
  return { ...tools, mono, source };
}

/** The package, and its sources: who has dotnet may make it of them. */
export async function pack({ source }, { folder, target, version }) {
  await archived(source, join(target, `acervo-csharp-${version}.tar.gz`));
  const compiled = [`${ID}.dll`, `${ID}.xml`].map((name) => [`lib/netstandard2.0/${name}`, join(folder, name)]);
  const about = ['README.md', 'LICENSE'].map((name) => [name, join(source, name)]);
  await packNuget(await readFile(join(source, `${ID}.csproj`), 'utf8'), Object.fromEntries([...compiled, ...about]), target);
}

/** Against what is in the package, as its users do. */
export async function compileScenario({ mono }, { folder, target, version }) {
  await unpackFrom(join(target, `${ID}.${version}.nupkg`), `lib/netstandard2.0/${ID}.dll`, join(folder, `${ID}.dll`));
  await copyFile(join(root, 'test/sdks/csharp/Scenario.cs'), join(folder, 'Scenario.cs'));
  const libraries = [`${ID}.dll`, 'System.Net.Http', 'System.Runtime.Serialization'].map((name) => `-r:${name}`);
  await mono('mcs', ...STRICT, ...libraries, '-target:exe', '-out:Scenario.dll', 'Scenario.cs');
}

export async function play(built, place) {
  await compileScenario(built, place);
  return built.mono('mono', 'Scenario.dll');
}
