// Makes the package `acervo` of the built service, ready to be published: npm run package [-- FOLDER]; `--check` installs and uses it instead.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './package/check.mjs';
import { pack } from './package/pack.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
if (values.check) await check();
else console.log(await pack(resolve(positionals[0] ?? '.cache')));
