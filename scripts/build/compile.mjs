/**
 * Compiles what tsconfig.json includes into dist, and copies what else src has, as nest-cli.json tells. swc compiles, as it does for the tests; types are
 * checked by `npm run typecheck`.
 */
import { transformFile } from '@swc/core';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const { compilerOptions, entryFile, sourceRoot } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const { include, exclude } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
const out = join(root, 'dist');

/** Of a path: `**` stands for folders, `*` for one of them or a part of a name, `{a,b}` for one of both. */
const matching = (glob) => {
  const parts = { '**/': '(.*/)?', '*': '[^/]*', '{': '(', '}': ')', ',': '|', '.': '\\.' };
  return new RegExp(`^${glob.replaceAll(/\*\*\/|[*{},.]/g, (part) => parts[part])}(/|$)`);
};
const excluded = exclude.map(matching);
const assets = compilerOptions.assets.map(({ include: glob }) => matching(`${sourceRoot}/${glob}`));
const files = include
  .map((pattern) => pattern.replace(/(\/\*\*)?\/\*\.ts$/, ''))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
  .filter((file) => !excluded.some((pattern) => pattern.test(file)));

const settings = {
  swcrc: false,
  sourceMaps: true,
  // `import()` stays what it is: packages of ES modules are loaded by it. The annotation names the exports to modules that import them.
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

async function compile(file) {
  const name = file.replace(/\.ts$/, '.js');
  const target = join(out, name);
  const sourceFileName = relative(dirname(target), join(root, file));
  const { code, map } = await transformFile(join(root, file), { ...settings, sourceFileName });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}//# sourceMappingURL=${name.slice(name.lastIndexOf('/') + 1)}.map\n`);
  writeFileSync(`${target}.map`, map);
}

if (compilerOptions.deleteOutDir) rmSync(out, { recursive: true, force: true });
for (const file of files.filter((each) => assets.some((pattern) => pattern.test(each)))) cpSync(join(root, file), join(out, file));
// Last, since a build is taken for complete by it.
const last = `${entryFile}.ts`;
await Promise.all(files.filter((file) => /(?<!\.d)\.ts$/.test(file) && file !== last).map(compile));
await compile(last);
