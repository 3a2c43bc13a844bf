/** The client that openapi-python-client makes; the program that uses it is checked by mypy and run. */
import { copyFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith, whyNoPython } from '../servers/venv.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { inOneGroup, program } from './program.mjs';

const PACKAGES = { 'openapi-python-client': '0.29.1', httpx: '0.28.1', attrs: '26.1.0', mypy: '2.4.1' };
const FLOW = fileURLToPath(new URL('../../test/clients/python/flow.py', import.meta.url));
const GENERATE = 'from openapi_python_client.cli import app; app()';
/** What the generator writes whatever the document says is not ours to judge. */
const MYPY = '[mypy]\nstrict = True\n[mypy-acervo_client.client]\nignore_errors = True\n';

async function asked(python, origin) {
  const said = await program(python, ['-c', GENERATE, '--version']);
  return { name: 'openapi-python-client', version: said.trim().split(' ').at(-1), origin, address: python };
}

export function obtain({ log }) {
  const start = async () => asked(await pythonWith('python-client', PACKAGES, { log, check: (python) => asked(python, 'new') }), 'venv');
  return firstThatWorks('python client', [{ name: 'venv', whyNot: whyNoPython, start }], log);
}

/** @param play arguments of the flow: address and credentials */
export async function run({ address: python }, { folder, document, play }) {
  const env = { ...process.env, PATH: [dirname(python), process.env.PATH].join(delimiter), PYTHONDONTWRITEBYTECODE: '1' };
  const options = { cwd: folder, env };
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(inOneGroup(document)));
  await writeFile(join(folder, 'mypy.ini'), MYPY);
  await copyFile(FLOW, join(folder, 'flow.py'));
  const what = ['--path', 'openapi.json', '--output-path', 'acervo_client', '--meta', 'none', '--fail-on-warning'];
  await program(python, ['-c', GENERATE, 'generate', ...what], options);
  await program(python, ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'flow.py'], options);
  return program(python, ['flow.py', ...play], options);
}
