/** The SDKs beside that of TypeScript (libs/sdks), each in three steps: built, packed, played through the scenario of all. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestOf } from './release/names.mjs';
import * as csharp from './sdks/csharp.mjs';
import * as dotnet from './sdks/dotnet.mjs';
import * as go from './sdks/go.mjs';
import * as java from './sdks/java.mjs';
import { root } from './sdks/package.mjs';
import * as php from './sdks/php.mjs';
import * as python from './sdks/python.mjs';
import { played, STEPS } from './sdks/scenario.mjs';

const ALL = { python, go, java, php, csharp };
const { version } = manifestOf(root);

/** Builds one in `folder`, and writes to `target` what its registry takes. */
async function packed(sdk, tools, { document, folder, target }) {
  const place = { document, folder, target, version };
  await mkdir(target, { recursive: true });
  const built = await sdk.build(tools, place);
  await sdk.pack(built, place);
  return () => sdk.play(built, place);
}

/** By the names that `npm run test:clients` gives them. */
export const SDKS = Object.fromEntries(
  Object.entries({ ...ALL, 'csharp-dotnet': dotnet }).map(([name, sdk]) => {
    const run = (tools, { document, folder, ...service }) =>
      played({ folder, ...service }, async () => (await packed(sdk, tools, { document, folder, target: join(folder, 'packed') }))());
    return [`sdk-${name}`, { steps: STEPS, obtain: sdk.obtain, run }];
  }),
);

/** For a release, which has all of them or none. */
export async function packAll({ document, folder, target, log }) {
  for (const [name, sdk] of Object.entries(ALL)) {
    const tools = await sdk.obtain({ log });
    if (!tools.available) throw new Error(`the SDK for ${name} cannot be packed here: ${tools.reason}`);
    const own = join(folder, name);
    await mkdir(own);
    await packed(sdk, tools, { document, folder: own, target });
  }
}
