/**
 * For a process or a thread of its own without a build: `node -r` this file, and TypeScript is compiled as it is asked for.
 * What was compiled, V8's code for it, and where each name leads are kept: else each start, of which a run has hundreds, costs more than
 * what most of them are about.
 */
const { createHash } = require('node:crypto');
const { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs'); // prettier-ignore
const { execFileSync } = require('node:child_process');
const Module = require('node:module');
const { basename, dirname, isAbsolute, join } = require('node:path');
const { Script, constants } = require('node:vm');
const { isMainThread } = require('node:worker_threads');
const { compile } = require('./compile.cjs');

const root = join(__dirname, '../..');
const ALIAS = /^#(domain|application|infrastructure|http)\/(.+)$/;
const inSource = (name) => {
  // Threads, too, have to compile what they load.
  if (name === './thread-start') return join(__dirname, 'thread-start.ts');
  if (name.startsWith('#libs/')) return join(root, 'libs', name.slice('#libs/'.length), 'src/index.ts');
  if (name.startsWith('#src/')) return join(root, 'src', `${name.slice('#src/'.length)}.ts`);
  const alias = ALIAS.exec(name);
  return alias ? join(root, 'src', alias[1], `${alias[2]}.ts`) : null;
};

/** Beside data of the same name, the source is meant. */
const beside = (name, parent) => (/^\.\.?\//.test(name) && parent?.filename ? join(dirname(parent.filename), `${name}.ts`) : null);

/** What is kept belongs to these very sources and packages. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version + root);
  const look = (path) => hash.update(`${path} ${statSync(path).mtimeMs}\n`);
  look(join(root, 'package-lock.json'));
  for (const folder of ['src', 'libs', 'test/support', 'test/screenshots'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) look(join(entry.parentPath ?? entry.path, entry.name));
  return hash.digest('hex').slice(0, 16);
}

const FOLDER = join(root, '.cache/programs');
const FILE = join(FOLDER, fingerprint());
/** How many bytes the index has. */
const HEAD = 12;

/** @returns {{ index: { names: Record<string, string>, files: Record<string, [at: number, code: number, data: number]> }, piece(at: number, length: number): Buffer }} */
function openKept() {
  if (!existsSync(FILE)) return { index: { names: {}, files: {} }, piece: () => Buffer.alloc(0) };
  const fd = openSync(FILE);
  process.on('exit', () => closeSync(fd));
  const read = (at, length) => {
    const bytes = Buffer.allocUnsafe(length);
    readSync(fd, bytes, 0, length, at);
    return bytes;
  };
  const length = Number(read(0, HEAD));
  return { index: JSON.parse(read(HEAD, length)), piece: (at, wanted) => read(HEAD + length + at, wanted) };
}

let { index, piece } = openKept();
const fresh = new Map();

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, parent, ...rest) {
  if (Module.isBuiltin(name) || !isAbsolute(parent?.filename ?? '') || rest[1]) return resolve.call(this, name, parent, ...rest);
  const key = `${dirname(parent.filename)} ${name}`;
  return (index.names[key] ??= resolved.call(this, name, parent, ...rest));
};

function resolved(name, parent, ...rest) {
  const file = inSource(name) ?? beside(name, parent);
  return file && existsSync(file) ? file : resolve.call(this, name, parent, ...rest);
}

const wrapped = (code) => `(function (exports, require, module, __filename, __dirname) { ${code}\n})`;
const script = (code, filename, cachedData) =>
  new Script(wrapped(code), { filename, cachedData, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });

/** Each time another process may have kept something else at the same moment. */
const ATTEMPTS = 3;

/**
 * swc's native part has crashed whole processes when a thread was the first to load it, and compilers take more memory than threads of the
 * service have; and a thread that is terminated keeps nothing. So a process loads the file first, with all that it loads.
 */
function keptByProcess(file) {
  for (let attempt = 0; attempt < ATTEMPTS && !index.files[file]; attempt++) {
    execFileSync(process.execPath, ['--require', join(__dirname, 'run-typescript.cjs'), '--eval', `require(${JSON.stringify(file)})`]);
    ({ index, piece } = openKept());
  }
  if (!index.files[file]) throw new Error(`${file} was not kept`);
  return compiled(file);
}

function compiled(file) {
  const kept = index.files[file];
  if (kept) {
    const [at, code, data] = kept;
    return script(piece(at, code).toString(), file, piece(at + code, data));
  }
  const text = readFileSync(file, 'utf8').replace(/^#!.*/, '');
  const made = (code) => {
    const one = script(code, file);
    fresh.set(file, { code, one });
    return one;
  };
  const transformed = () => (isMainThread ? made(compile(text, file)) : keptByProcess(file));
  if (file.endsWith('.ts')) return transformed();
  try {
    return made(text);
  } catch (error) {
    // Some packages have ECMAScript modules only.
    if (!(error instanceof SyntaxError)) throw error;
    return transformed();
  }
}

function requireOf(module) {
  const own = (name) => module.require(name);
  own.resolve = (name, options) => Module._resolveFilename(name, module, false, options);
  return Object.assign(own, { main: process.mainModule, extensions: Module._extensions, cache: Module._cache });
}

for (const extension of ['.ts', '.js', '.mjs'])
  Module._extensions[extension] = (module, file) => {
    const run = compiled(file).runInThisContext();
    run.call(module.exports, module.exports, requireOf(module), module, file, dirname(file));
  };

/** With what was kept before, in the place of it. A process that is killed keeps nothing. */
function keep() {
  // What others have kept meanwhile.
  const names = index.names;
  ({ index, piece } = openKept());
  const files = {};
  const pieces = [];
  let at = 0;
  const add = (file, code, data) => {
    files[file] = [at, code.length, data.length];
    pieces.push(code, data);
    at += code.length + data.length;
  };
  for (const [file, [from, code, data]] of Object.entries(index.files)) add(file, piece(from, code), piece(from + code, data));
  for (const [file, { code, one }] of fresh) add(file, Buffer.from(code), one.createCachedData());
  const text = Buffer.from(JSON.stringify({ names: { ...index.names, ...names }, files }));
  mkdirSync(FOLDER, { recursive: true });
  const part = `${FILE}.${process.pid}`;
  writeFileSync(part, Buffer.concat([Buffer.from(String(text.length).padStart(HEAD)), text, ...pieces]));
  renameSync(part, FILE);
  for (const name of readdirSync(FOLDER)) if (!name.startsWith(basename(FILE))) rmSync(join(FOLDER, name), { force: true });
}

process.prependListener('exit', () => {
  try {
    if (isMainThread && fresh.size > 0) keep();
  } catch {
    // The next one compiles it again.
  }
});
