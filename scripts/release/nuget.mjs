/** The SDK for C# on nuget.org, which asks GitHub who this workflow is, and gives a key for an hour: there is no secret. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NUGET = 'https://www.nuget.org';

async function answered(what, address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The profile on nuget.org is that of who made the policy. */
async function keyOf(nuget) {
  const { NUGET_USER, ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = process.env;
  if (!NUGET_USER || !ACTIONS_ID_TOKEN_REQUEST_URL || !ACTIONS_ID_TOKEN_REQUEST_TOKEN)
    throw new Error('NUGET_USER, and a job of GitHub with the permission id-token, are needed');
  const who = `${ACTIONS_ID_TOKEN_REQUEST_URL}&audience=${encodeURIComponent(NUGET)}`;
  const told = await answered('GitHub', who, { headers: { Authorization: `Bearer ${ACTIONS_ID_TOKEN_REQUEST_TOKEN}` } });
  const { value } = await told.json();
  const given = await answered('nuget.org', `${nuget}/api/v2/token`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: NUGET_USER, tokenType: 'ApiKey' }),
  });
  return (await given.json()).apiKey;
}

export async function publishCSharp({ folder, version }, nuget = NUGET) {
  const name = `Acervo.Client.${version}.nupkg`;
  const form = new FormData();
  form.append('package', new Blob([readFileSync(join(folder, name))], { type: 'application/octet-stream' }), name);
  const headers = { 'X-NuGet-ApiKey': await keyOf(nuget), 'X-NuGet-Protocol-Version': '4.1.0' };
  await answered('nuget.org', `${nuget}/api/v2/package`, { method: 'PUT', headers, body: form });
}
