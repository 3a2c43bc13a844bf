/** The library acervo-client: compiled, packed as Maven Central takes it, the scenario compiled against the jar and played. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { jdkIn, obtain, sourcesIn, UTF8 } from '../clients/java.mjs';
import { emitJava } from './java-core.mjs';
import { archived, made, owner, root } from './package.mjs';

export { obtain };

const PACKAGE = 'src/acervo/client';

export async function build(tools, { document, folder }) {
  const java = jdkIn(tools, folder);
  const source = await made('java', folder, async (into) => {
    await mkdir(join(into, PACKAGE, 'model'));
    for (const [name, text] of Object.entries(emitJava(document))) await writeFile(join(into, PACKAGE, name), text);
  });
  await mkdir(join(folder, 'lib'));
  for (const file of tools.libraries) await copyFile(file, join(folder, 'lib', basename(file)));
  const libraries = tools.libraries.map((file) => `lib/${basename(file)}`).join(':');
  const files = (await sourcesIn(source)).map((file) => relative(folder, file));
  const strict = ['-Xlint:all', '-Werror', '-encoding', 'UTF-8', '--release', '17'];
  await java('javac', [...strict, '-cp', libraries, '-d', 'classes', ...files]);
  return { java, files, libraries };
}

/** Where a Maven repository has it. */
const placeOf = (version) => `io/github/${owner}/acervo-client/${version}`;

/** What Maven Central takes, in its places, but for the signatures that a release adds. */
export async function pack({ java, files, libraries }, { folder, target, version }) {
  const place = join(folder, 'bundle', placeOf(version));
  const name = `acervo-client-${version}`;
  await mkdir(place, { recursive: true });
  const jar = (suffix, ...content) => java('jar', ['--create', '--file', `bundle/${placeOf(version)}/${name}${suffix}.jar`, ...content]);
  await jar('', '-C', 'classes', '.', '-C', 'java', 'LICENSE');
  await jar('-sources', '-C', 'java/src', '.');
  // Models have no more to say than their fields.
  const told = files.filter((file) => !file.includes('/model/'));
  await java('javadoc', ['-quiet', '-Xdoclint:none', '-encoding', 'UTF-8', '-cp', `${libraries}:classes`, '-d', 'docs', ...told]);
  await jar('-javadoc', '-C', 'docs', '.');
  const pom = await readFile(join(folder, 'java/pom.xml'), 'utf8');
  await writeFile(join(place, `${name}.pom`), pom.replace('<version>0.0.0</version>', `<version>${version}</version>`));
  for (const file of await readdir(place)) {
    const bytes = await readFile(join(place, file));
    for (const algorithm of ['md5', 'sha1'])
      await writeFile(join(place, `${file}.${algorithm}`), createHash(algorithm).update(bytes).digest('hex'));
  }
  await archived(join(folder, 'bundle'), join(target, `acervo-client-java-${version}.tar.gz`));
}

export async function play({ java, libraries }, { folder, version }) {
  await copyFile(join(root, 'test/sdks/java/Scenario.java'), join(folder, 'Scenario.java'));
  const classPath = `${libraries}:bundle/${placeOf(version)}/acervo-client-${version}.jar`;
  await java('javac', ['-encoding', 'UTF-8', '-cp', classPath, '-d', 'scenario', 'Scenario.java']);
  return java('java', [UTF8, '-cp', `${classPath}:scenario`, 'Scenario']);
}
