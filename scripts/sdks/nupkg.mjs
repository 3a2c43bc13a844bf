/** A package as NuGet takes it, made without NuGet's own tool: a zip of OPC (ECMA-376, part 2) with a manifest, which are checked. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { contradictionsOf, MANIFEST, NUSPEC, PACKAGE } from './nupkg-rules.mjs';
import { escaped, parsed } from './xml.mjs';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const CORE = `${PACKAGE}/relationships/metadata/core-properties`;
const TYPES = {
  rels: 'application/vnd.openxmlformats-package.relationships+xml',
  psmdcp: 'application/vnd.openxmlformats-package.core-properties+xml',
};

/** What a project file says of its package. */
const propertiesOf = (project) =>
  Object.fromEntries(parsed(project).children.flatMap(({ children }) => children.map(({ name, text }) => [name, escaped(text)])));

const nuspecOf = (about) => `${DECLARATION}<package xmlns="${NUSPEC}">
  <metadata>
    <id>${about.PackageId}</id>
    <version>${about.Version}</version>
    <authors>${about.Authors}</authors>
    <license type="expression">${about.PackageLicenseExpression}</license>
    <licenseUrl>https://licenses.nuget.org/${about.PackageLicenseExpression}</licenseUrl>
    <readme>${about.PackageReadmeFile}</readme>
    <projectUrl>${about.PackageProjectUrl}</projectUrl>
    <description>${about.Description}</description>
    <tags>${about.PackageTags}</tags>
    <repository type="${about.RepositoryType}" url="${about.RepositoryUrl}" />
    <dependencies>
      <group targetFramework=".${about.TargetFramework.replace('netstandard', 'NETStandard')}" />
    </dependencies>
  </metadata>
</package>
`;

const coreOf = (
  about,
) => `${DECLARATION}<coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="${PACKAGE}/metadata/core-properties">
  <dc:creator>${about.Authors}</dc:creator>
  <dc:description>${about.Description}</dc:description>
  <dc:identifier>${about.PackageId}</dc:identifier>
  <version>${about.Version}</version>
  <keywords>${about.PackageTags}</keywords>
</coreProperties>
`;

function relationsOf(targets) {
  const relations = targets.map(([type, target], at) => `  <Relationship Type="${type}" Target="/${target}" Id="R${at}" />\n`);
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">\n${relations.join('')}</Relationships>\n`;
}

/** Every part has a type: by its extension, or by its name. */
function typesOf(names) {
  const extensions = new Set(names.map((name) => /\.(\w+)$/.exec(name)?.[1]).filter(Boolean));
  const defaults = [...extensions].map((each) => `  <Default Extension="${each}" ContentType="${TYPES[each] ?? 'application/octet'}" />\n`);
  const bare = names.filter((name) => !/\.\w+$/.test(name));
  const overrides = bare.map((name) => `  <Override PartName="/${name}" ContentType="application/octet" />\n`);
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">\n${[...defaults, ...overrides].join('')}</Types>\n`;
}

async function zipped(parts, file) {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** All parts of a package, by their names. */
export async function partsOf(file) {
  const zip = await openPromise(file);
  const parts = {};
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return parts;
}

export async function unpackFrom(file, name, into) {
  await writeFile(into, (await partsOf(file))[name]);
}

/**
 * @param project text of the project file
 * @param files by their names in the package, where they are
 */
export async function packNuget(project, files, target) {
  const about = propertiesOf(project);
  const content = {};
  for (const [name, file] of Object.entries(files)) content[name] = await readFile(file);
  const core = coreOf(about);
  const coreName = `package/services/metadata/core-properties/${createHash('sha256').update(core).digest('hex').slice(0, 32)}.psmdcp`;
  const manifest = `${about.PackageId}.nuspec`;
  const relations = relationsOf([
    [MANIFEST, manifest],
    [CORE, coreName],
  ]);
  const described = { '_rels/.rels': relations, [manifest]: nuspecOf(about), ...content, [coreName]: core };
  const parts = { ...described, '[Content_Types].xml': typesOf(Object.keys(described)) };
  const file = join(target, `${about.PackageId}.${about.Version}.nupkg`);
  await zipped(Object.fromEntries(Object.entries(parts).map(([name, each]) => [name, Buffer.from(each)])), file);
  const found = contradictionsOf(await partsOf(file));
  if (found.length > 0) throw new Error(`${file}: ${found.join('; ')}`);
}
