/** The package Acervo.Client on .NET itself, whose libraries have their types in other places than Mono's: the scenario played there. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { debianRoot, insideOf, whyNoPackages } from '../servers/debian.mjs';
import { onPath } from '../servers/processes.mjs';
import { pythonWith, whyNoPython } from '../servers/venv.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { compileScenario, obtain as obtainMono } from './csharp.mjs';

export { build, pack } from './csharp.mjs';

/** The oldest that has all of .NET Standard 2.0 and is to be had as a package. */
const RUNTIME = '3.1.23';
/** What it loads of the machine. */
const NEEDS = ['libssl1.1', 'libstdc++6', 'zlib1g', 'dash', 'coreutils'];
const WHERE = 'import dotnetcore2, os; print(os.path.dirname(dotnetcore2.__file__))';
const SETTINGS = {
  framework: { name: 'Microsoft.NETCore.App', version: '3.1.0' },
  rollForward: 'LatestMajor',
  configProperties: { 'System.Globalization.Invariant': true },
};

/** `tool` gives the command line that runs dotnet in a folder. */
async function asked(tool, origin) {
  const [command, ...args] = tool(process.cwd());
  const version = /Microsoft\.NETCore\.App (\S+)/.exec(await program(command, [...args, '--list-runtimes']));
  if (!version) throw new Error('no runtime of .NET');
  return { name: '.NET', version: version[1], origin, address: [command, ...args].join(' ').slice(0, 80), tool };
}

const installed = () => [onPath('dotnet')];
const inRoot = (place) => (folder) => insideOf(place, folder, ['sh', '-c', 'cd /data && exec /opt/dotnet/dotnet "$@"', 'dotnet']);

async function unpacked(log) {
  const check = (python) => program(python, ['-c', WHERE]);
  const python = await pythonWith('dotnet', { dotnetcore2: RUNTIME, distro: '1.9.0' }, { log, check });
  const wheel = (await program(python, ['-c', WHERE])).trim();
  const fill = async (place) => {
    await cp(join(wheel, 'bin'), join(place, 'opt/dotnet'), { recursive: true });
    await program('chmod', ['+x', join(place, 'opt/dotnet/dotnet')]);
    await asked(inRoot(place), 'new');
  };
  return debianRoot(`dotnet-${RUNTIME}`, 'bullseye', NEEDS, { log, check: fill });
}

export async function obtain({ log }) {
  const ways = [
    { name: 'path', whyNot: () => (onPath('dotnet') ? undefined : 'dotnet is not on PATH'), start: () => asked(installed, 'path') },
    {
      name: 'dotnet-bullseye',
      whyNot: () => whyNoPackages() ?? whyNoPython(),
      start: async () => asked(inRoot(await unpacked(log)), 'PyPI, on debian bullseye'),
    },
  ];
  const runtime = await firstThatWorks('.NET', ways, log);
  if (!runtime.available) return runtime;
  const mono = await obtainMono({ log });
  return { ...mono, dotnet: runtime.tool };
}

export async function play(built, place) {
  await compileScenario(built, place);
  const { folder } = place;
  await writeFile(join(folder, 'Scenario.runtimeconfig.json'), JSON.stringify({ runtimeOptions: SETTINGS }));
  const [command, ...args] = built.dotnet(folder);
  return program(command, [...args, 'exec', 'Scenario.dll'], { cwd: folder });
}
