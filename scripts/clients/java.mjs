/** The client that OpenAPI Generator makes for `java.net.http`; it and the program that uses it are compiled and run. */
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, insideOf, whyNoPackages } from '../servers/debian.mjs';
import { onPath } from '../servers/processes.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { generatorJar, SOURCES_ONLY } from './generator.mjs';
import { jars } from '../servers/jars.mjs';
import { program } from './program.mjs';

const FLOW = fileURLToPath(new URL('../../test/clients/java/Flow.java', import.meta.url));
/** What the generated client names in its pom.xml. */
const LIBRARIES = {
  'com.fasterxml.jackson.core:jackson-core:2.21.5': 'b64b5874162b503a0e58a8f7758266e8dd9f91bf49e3a59ae0b5f47589a231b7',
  'com.fasterxml.jackson.core:jackson-annotations:2.21': '53ca085f4a150f703f49e1aabd935bd03b43e1ea3d55d135438292af22cef56b',
  'com.fasterxml.jackson.core:jackson-databind:2.21.5': '507418c0fafd38b2b2cfb704521630da613a8e4cc8381195a6f418017883e2c0',
  'com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.21.5': 'e941f9718d16a649614cb06711de06da34722afff9cee0b7725fc5318638304c',
  'com.google.code.findbugs:jsr305:3.0.2': '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
  'jakarta.annotation:jakarta.annotation-api:1.3.5': '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
};
const SETTINGS = {
  invokerPackage: 'acervo.client',
  apiPackage: 'acervo.client.api',
  modelPackage: 'acervo.client.model',
  openApiNullable: 'false',
  useSingleRequestParameter: 'true',
};
const OLDEST = 17;
export const UTF8 = '-Dfile.encoding=UTF-8';

/** `tool` gives the command line that runs java or javac in a folder. */
async function asked(tool, origin) {
  const [command, ...args] = tool('javac', process.cwd());
  const version = /javac (\d+)\S*/.exec(await program(command, [...args, '-version']));
  if (!(Number(version?.[1]) >= OLDEST)) throw new Error(`no JDK ${OLDEST}: ${version?.[0]}`);
  return { name: 'JDK', version: version[0], origin, address: tool('javac', '.').join(' ').slice(0, 80), tool };
}

const installed = (name) => [onPath(name)];
const inRoot = (root) => (name, folder) =>
  insideOf(root, folder, ['sh', '-c', 'cd /data && exec "/usr/lib/jvm/default/bin/$0" "$@"', name]);

export async function obtain({ log }) {
  const ways = [
    {
      name: 'path',
      whyNot: () => (onPath('javac') ? undefined : 'javac is not on PATH'),
      start: () => asked(installed, 'path'),
    },
    {
      name: 'openjdk-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = async (root) => {
          const jdk = (await readdir(join(root, 'usr/lib/jvm'))).find((name) => name.startsWith(`java-${OLDEST}-openjdk`));
          await program('ln', ['-s', jdk, join(root, 'usr/lib/jvm/default')]);
          await asked(inRoot(root), 'new');
        };
        const root = await debianRoot('openjdk', 'bookworm', [`openjdk-${OLDEST}-jdk-headless`, 'dash'], { log, check });
        return asked(inRoot(root), 'debian bookworm');
      },
    },
  ];
  const jdk = await firstThatWorks('java client', ways, log);
  if (!jdk.available) return jdk;
  try {
    return { ...jdk, generator: await generatorJar({ log }), libraries: await jars('java-client', LIBRARIES, { log }) };
  } catch (error) {
    return { available: false, reason: error.message };
  }
}

export const sourcesIn = async (folder) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.java')).map((name) => join(folder, name));

/** Programs of a JDK in a folder. All paths are relative to it: a JDK in a root of its own sees it under another name. */
export const jdkIn =
  ({ tool }, folder) =>
  (name, args) => {
    const [command, ...before] = tool(name, folder);
    return program(command, [...before, ...args], { cwd: folder });
  };

export async function run({ tool, generator, libraries }, { folder, document, play }) {
  const java = jdkIn({ tool }, folder);
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await mkdir(join(folder, 'lib'));
  for (const file of [generator, ...libraries]) await copyFile(file, join(folder, 'lib', basename(file)));
  await copyFile(FLOW, join(folder, 'Flow.java'));

  const settings = Object.entries(SETTINGS)
    .map((pair) => pair.join('='))
    .join(',');
  const what = ['-i', 'openapi.json', '-g', 'java', '--library', 'native', '-o', 'client', `--additional-properties=${settings}`];
  const oneGroup = ['--openapi-normalizer', 'SET_TAGS_FOR_ALL_OPERATIONS=Acervo'];
  await java('java', ['-jar', `lib/${basename(generator)}`, 'generate', ...what, ...SOURCES_ONLY, ...oneGroup]);

  const classPath = [...libraries.map((file) => `lib/${basename(file)}`), 'classes'].join(':');
  const files = (await sourcesIn(join(folder, 'client/src/main/java'))).map((file) => relative(folder, file));
  await mkdir(join(folder, 'classes'));
  await java('javac', ['-encoding', 'UTF-8', '-nowarn', '-cp', classPath, '-d', 'classes', ...files, 'Flow.java']);
  return java('java', [UTF8, '-cp', classPath, 'Flow', ...play]);
}
