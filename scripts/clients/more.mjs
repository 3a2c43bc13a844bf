/** Clients by other generators, for `npm run test:clients -- --all`: each is compiled, logs in, files a document and finds it by two fields; Go and Rust by a filter, too. */
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goProgram } from '../servers/go.mjs';
import { pythonWith } from '../servers/venv.mjs';
import { generate, SOURCES_ONLY, withPrograms } from './generator.mjs';
import { inOneGroup, program } from './program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const flow = (name) => join(root, 'test/clients', name);
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const STEPS = ['login', 'create', 'search'];
/** With a filter of the typed search. */
const WITH_FIND = [...STEPS, 'find'];
const OAPI_CODEGEN = { module: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', version: 'v2.8.2' };
const PYTHON_PACKAGES = { urllib3: '2.7.0', 'python-dateutil': '2.9.0.post0', pydantic: '2.12.5', 'typing-extensions': '4.15.0' };

/** `go mod tidy` finds what the generated client asks for. */
async function goRun(folder, play) {
  const options = { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=mod' } };
  await program('go', ['mod', 'tidy'], options);
  await program('go', ['vet', '.'], options);
  return program('go', ['run', '.', ...play], options);
}

/** As the README says it, with the tests that the generator writes. */
const javaMaven = {
  steps: ['package'],
  obtain: ({ log }) => withPrograms(['mvn'], { log }),
  async run({ generator }, { folder, document }) {
    await generate(generator, 'java', { folder, document }, ['--library', 'native']);
    await program('mvn', ['--quiet', '--batch-mode', 'package'], { cwd: join(folder, 'client') });
    return 'step package\n';
  },
};

const go = {
  steps: WITH_FIND,
  obtain: ({ log }) => withPrograms(['go'], { log }),
  async run({ generator }, { folder, document, play }) {
    await generate(generator, 'go', { folder, document });
    await writeFile(join(folder, 'client/go.mod'), 'module acervo.test/client\n\ngo 1.23\n');
    const replaced = 'require acervo.test/client v0.0.0\nreplace acervo.test/client => ../client\n';
    await mkdir(join(folder, 'flow'));
    await writeFile(join(folder, 'flow/go.mod'), `module acervo.test/flow\n\ngo 1.23\n\n${replaced}`);
    await copyFile(flow('go/main.go'), join(folder, 'flow/main.go'));
    return goRun(join(folder, 'flow'), play);
  },
};

export const oapiCodegen = {
  steps: STEPS,
  async obtain({ log }) {
    try {
      return { available: true, generator: await goProgram('oapi-codegen', OAPI_CODEGEN.module, OAPI_CODEGEN.version, { log }) };
    } catch (error) {
      return { available: false, reason: error.message };
    }
  },
  async run({ generator }, { folder, document, play }) {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(inOneGroup(document)));
    await writeFile(join(folder, 'go.mod'), 'module acervo.test/flow\n\ngo 1.24\n');
    await mkdir(join(folder, 'acervo'));
    const what = ['-generate', 'types,client', '-package', 'acervo', '-o', 'acervo/client.go', 'openapi.json'];
    await program(generator, what, { cwd: folder });
    await copyFile(flow('oapi-codegen/main.go'), join(folder, 'main.go'));
    return goRun(folder, play);
  },
};

const rust = {
  steps: WITH_FIND,
  obtain: ({ log }) => withPrograms(['cargo'], { log }),
  async run({ generator }, { folder, document, play }) {
    const settings = ['--additional-properties', 'supportAsync=false,packageName=acervo_client'];
    await generate(generator, 'rust', { folder, document }, [...SOURCES_ONLY, ...settings]);
    await mkdir(join(folder, 'client/src/bin'));
    await copyFile(flow('rust/flow.rs'), join(folder, 'client/src/bin/flow.rs'));
    return program('cargo', ['run', '--quiet', '--bin', 'flow', '--', ...play], { cwd: join(folder, 'client') });
  },
};

const pythonUrllib3 = {
  steps: STEPS,
  async obtain({ log }) {
    const found = await withPrograms(['python3'], { log });
    if (!found.available) return found;
    const check = (python) => program(python, ['-c', 'import urllib3, dateutil, pydantic']);
    try {
      return { ...found, python: await pythonWith('python-urllib3', PYTHON_PACKAGES, { log, check }) };
    } catch (error) {
      return { available: false, reason: error.message };
    }
  },
  async run({ generator, python }, { folder, document, play }) {
    await generate(generator, 'python', { folder, document });
    await copyFile(flow('python-urllib3/flow.py'), join(folder, 'client/flow.py'));
    return program(python, ['flow.py', ...play], { cwd: join(folder, 'client') });
  },
};

const typescriptFetch = {
  steps: STEPS,
  obtain: ({ log }) => withPrograms([], { log }),
  async run({ generator }, { folder, document, play }) {
    await generate(generator, 'typescript-fetch', { folder, document }, [
      ...SOURCES_ONLY,
      '--additional-properties',
      'importFileExtension=.js',
    ]);
    await cp(flow('typescript-fetch/flow.mts'), join(folder, 'flow.mts'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', ...types];
    await program(process.execPath, [TSC, ...options, 'flow.mts'], { cwd: folder });
    return program(process.execPath, ['flow.mjs', ...play], { cwd: folder });
  },
};

export const MORE = {
  'java-maven': javaMaven,
  go,
  rust,
  'python-urllib3': pythonUrllib3,
  'typescript-fetch': typescriptFetch,
};
