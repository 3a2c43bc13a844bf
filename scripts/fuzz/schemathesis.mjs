/** Schemathesis, a fuzzer by others, in a virtual environment of its own: given, or fetched once. */
import { run } from '../servers/processes.mjs';
import { pythonWith, whyNoPython } from '../servers/venv.mjs';
import { firstThatWorks, logToStderr } from '../servers/ways.mjs';

const MINUTE = 60_000;
const PACKAGES = { schemathesis: '4.32.5' };

async function asked(python, origin) {
  const script = 'import importlib.metadata, schemathesis; print(importlib.metadata.version("schemathesis"))';
  const version = (await run(python, ['-c', script], { timeoutMs: MINUTE })).trim();
  return { name: 'schemathesis', version, origin, address: python };
}

/** `address` is the Python that has it. */
export function obtainSchemathesis({ log = logToStderr } = {}) {
  const given = process.env.TEST_SCHEMATHESIS_PYTHON;
  const ways = [
    {
      name: 'given',
      final: true,
      whyNot: () => (given ? undefined : 'TEST_SCHEMATHESIS_PYTHON is not set'),
      start: () => asked(given, 'given'),
    },
    {
      name: 'venv',
      whyNot: whyNoPython,
      start: async () => asked(await pythonWith('schemathesis', PACKAGES, { log, check: (python) => asked(python, 'new') }), 'venv'),
    },
  ];
  return firstThatWorks('schemathesis', ways, log);
}
