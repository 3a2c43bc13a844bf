/** What a package must be, or NuGet refuses it: the rules of its manifest (nuspec.xsd, and those of nuget.org) and of OPC. */
import { parsed } from './xml.mjs';

export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const MANIFEST = 'http://schemas.microsoft.com/packaging/2010/07/manifest';
export const NUSPEC = 'http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd';

const CONTENT_TYPES = '[Content_Types].xml';
const RELATIONS = '_rels/.rels';
const NEEDED = ['id', 'version', 'authors', 'description'];
const KNOWN = [
  ...NEEDED,
  ...['title', 'owners', 'projectUrl', 'iconUrl', 'icon', 'license', 'licenseUrl', 'readme', 'requireLicenseAcceptance'],
  ...['developmentDependency', 'summary', 'releaseNotes', 'copyright', 'language', 'tags', 'serviceable', 'repository', 'packageTypes'],
  ...['dependencies', 'frameworkAssemblies', 'frameworkReferences', 'references', 'contentFiles'],
];
const ID = /^\w+(?:[.-]\w+)*$/;
const LONGEST_ID = 100;
const NUMBER = '(?:0|[1-9]\\d*)';
const LABELS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${LABELS})?$`);
/** A version, or an interval of versions. */
const RANGE = /^(?:\d[\w.-]*|[[(](?:\d[\w.-]*)?(?:, ?(?:\d[\w.-]*)?)?[\])])$/;
const FRAMEWORK = /^\.(?:NETStandard|NETFramework|NETCoreApp)\d+(?:\.\d+)+$/;
const ADDRESSES = ['projectUrl', 'licenseUrl', 'iconUrl'];

const failing = (rules) => rules.filter(([holds]) => !holds).map(([, sentence]) => sentence);

function ofDependencies(dependencies, names) {
  const groups = dependencies?.children ?? [];
  const frameworks = groups.map(({ attributes }) => attributes.targetFramework ?? '');
  const folders = new Set(names.filter((name) => /^lib\/[^/]+\//.test(name)).map((name) => name.split('/')[1]));
  const wanted = groups.flatMap(({ children }) => children.map(({ attributes }) => attributes));
  return [
    [groups.every(({ name }) => name === 'group'), 'dependencies are not in groups'],
    [frameworks.every((each) => FRAMEWORK.test(each)), `dependencies are of ${frameworks.join(', ')}`],
    [folders.size > 0, 'lib is empty'],
    ...[...folders].map((folder) => [
      frameworks.some((each) => each.slice(1).toLowerCase() === folder),
      `lib/${folder} has no group of dependencies`,
    ]),
    ...wanted.map(({ id, version }) => [ID.test(id ?? '') && RANGE.test(version ?? ''), `depends on ${id} ${version}`]),
  ];
}

function ofManifest(text, file, names) {
  const root = parsed(text);
  const [metadata, ...others] = root.children;
  if (root.name !== 'package' || root.attributes.xmlns !== NUSPEC || metadata?.name !== 'metadata' || others.length > 0)
    return ['the manifest is not a package with metadata'];
  const found = Object.fromEntries(metadata.children.map((each) => [each.name, each]));
  const said = (name) => found[name]?.text ?? '';
  const { license, repository } = found;
  const addresses = [...ADDRESSES.map(said), repository?.attributes.url ?? ''].filter(Boolean);
  const given = metadata.children.map(({ name }) => name);
  return failing([
    ...NEEDED.map((name) => [said(name) !== '', `${name} is missing`]),
    [given.every((name) => KNOWN.includes(name)), `unknown: ${given.filter((name) => !KNOWN.includes(name)).join(', ')}`],
    [new Set(given).size === given.length, 'something is said twice'],
    [ID.test(said('id')) && said('id').length <= LONGEST_ID, `the id is ${said('id')}`],
    [file === `${said('id')}.nuspec`, `the manifest of ${said('id')} is called ${file}`],
    [VERSION.test(said('version')), `the version is ${said('version')}`],
    [license && ['expression', 'file'].includes(license.attributes.type), 'there is no licence'],
    [
      license?.attributes.type !== 'expression' || said('licenseUrl') === `https://licenses.nuget.org/${said('license')}`,
      `licenseUrl is ${said('licenseUrl')}, which clients that know no expression show`,
    ],
    [license?.attributes.type !== 'file' || names.includes(said('license')), `the licence ${said('license')} is not in the package`],
    [!found.readme || names.includes(said('readme')), `${said('readme')} is not in the package`],
    [addresses.every((each) => /^https:\/\/[^\s]+$/.test(each) && URL.canParse(each)), `addresses are ${addresses.join(', ')}`],
    ...ofDependencies(found.dependencies, names),
  ]);
}

function ofParts(parts, names) {
  const types = parsed(parts[CONTENT_TYPES].toString()).children.map(({ attributes }) => attributes);
  const extensions = types.map(({ Extension }) => Extension).filter(Boolean);
  const overridden = types.map(({ PartName }) => PartName).filter(Boolean);
  const untyped = names.filter((name) => !extensions.includes(/\.(\w+)$/.exec(name)?.[1]) && !overridden.includes(`/${name}`));
  const relations = parsed(parts[RELATIONS].toString()).children.map(({ attributes }) => attributes);
  const targets = relations.map(({ Target }) => Target.slice(1));
  return failing([
    [new Set(extensions).size === extensions.length, 'an extension has two types'],
    [untyped.length === 0, `of no type: ${untyped.join(', ')}`],
    [targets.every((name) => names.includes(name)), `relations are to ${targets.join(', ')}`],
    [new Set(relations.map(({ Id }) => Id)).size === relations.length, 'two relations have the same id'],
    [relations.filter(({ Type }) => Type === MANIFEST).length === 1, 'there is not one relation to the manifest'],
    [names.every((name) => /^[\w./-]+$/.test(name)), `names are ${names.join(', ')}`],
  ]);
}

/**
 * What contradicts the rules, in sentences.
 * @param parts contents, by their names
 */
export function contradictionsOf(parts) {
  const names = Object.keys(parts).filter((name) => name !== CONTENT_TYPES);
  const manifests = names.filter((name) => /^[^/]+\.nuspec$/.test(name));
  if (!parts[CONTENT_TYPES] || !parts[RELATIONS]) return ['it is no package of OPC'];
  if (manifests.length !== 1) return [`it has ${manifests.length} manifests`];
  return [...ofManifest(parts[manifests[0]].toString(), manifests[0], names), ...ofParts(parts, names)];
}
