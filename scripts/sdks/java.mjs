/** The library acervo-client: compiled, packed as Maven Central wants it, the scenario compiled against the jar and played. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { jdkIn, obtain, sourcesIn, UTF8 } from '../clients/java.mjs';
import { emitJava } from './java-core.mjs';
import { made, root, zipped } from './package.mjs';
import { played, STEPS } from './scenario.mjs';

export { obtain };
export const steps = STEPS;

const PACKAGE = 'src/io/github/acervoarchive';
/** Where a Maven repository has it. */
const placeOf = (version) => `io/github/acervo-archive/acervo-client/${version}`;

/** Compiles into `classes`, makes the jar, and copies the libraries beside it into `lib`; resolves to the class path. */
async function built(tools, document, folder) {
  const java = jdkIn(tools, folder);
  const from = await made('java', folder, async (into) => {
    await mkdir(join(into, PACKAGE, 'model'));
    for (const [name, text] of Object.entries(emitJava(document))) await writeFile(join(into, PACKAGE, name), text);
  });
  await mkdir(join(folder, 'lib'));
  for (const file of tools.libraries) await copyFile(file, join(folder, 'lib', basename(file)));
  const libraries = tools.libraries.map((file) => `lib/${basename(file)}`).join(':');
  const files = (await sourcesIn(from)).map((file) => relative(folder, file));
  await java('javac', ['-Xlint:all', '-Werror', '-encoding', 'UTF-8', '--release', '17', '-cp', libraries, '-d', 'classes', ...files]);
  await java('jar', [
    '--create',
    '--file',
    'acervo-client.jar',
    '--date',
    '2026-01-01T00:00:00Z',
    '-C',
    'classes',
    '.',
    '-C',
    'java',
    'LICENSE',
  ]);
  return { java, files, libraries };
}

const digest = (algorithm, bytes) => createHash(algorithm).update(bytes).digest('hex');

/** Writes the bundle that Maven Central takes, but for the signatures that a release adds. */
export async function pack(tools, document, folder, target, version) {
  const { java, files, libraries } = await built(tools, document, folder);
  const place = join(folder, 'bundle', placeOf(version));
  await mkdir(place, { recursive: true });
  const name = `acervo-client-${version}`;
  const jar = (kind, from) => java('jar', ['--create', '--file', `bundle/${placeOf(version)}/${name}-${kind}.jar`, '-C', from, '.']);
  await copyFile(join(folder, 'acervo-client.jar'), join(place, `${name}.jar`));
  const pom = await readFile(join(root, 'libs/sdks/java/pom.xml'), 'utf8');
  await writeFile(join(place, `${name}.pom`), pom.replace('<version>0.0.0</version>', `<version>${version}</version>`));
  await jar('sources', 'java/src');
  await java('javadoc', ['-quiet', '-Xdoclint:none', '-encoding', 'UTF-8', '-cp', libraries, '-d', 'docs', ...files]);
  await jar('javadoc', 'docs');
  for (const file of await readdir(place)) {
    const bytes = await readFile(join(place, file));
    for (const algorithm of ['md5', 'sha1', 'sha256']) await writeFile(join(place, `${file}.${algorithm}`), digest(algorithm, bytes));
  }
  await zipped(join(place), placeOf(version), join(target, `acervo-client-java-${version}.zip`));
  return dirname(place);
}

export const run = (tools, { folder, document, ...service }) =>
  played({ folder, ...service }, async () => {
    const { java, libraries } = await built(tools, document, folder);
    await copyFile(join(root, 'test/sdks/java/Scenario.java'), join(folder, 'Scenario.java'));
    const classPath = `${libraries}:acervo-client.jar`;
    await java('javac', ['-encoding', 'UTF-8', '-cp', classPath, '-d', 'scenario', 'Scenario.java']);
    return java('java', [UTF8, '-cp', `${classPath}:scenario`, 'Scenario']);
  });
