// Follows the events of a client: node follow-events.mjs <address> <idCliente> [position] [epoch]
// ACERVO_USER and ACERVO_PASSWORD log in. Prints each event; keep the position of the last one that was handled, and the epoch if there is one.
// Whoever reads the output has seen enough, as `head` has.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));
const [, , address, idCliente, position = 'fim', epoch] = process.argv;

async function logIn() {
  const credentials = { username: process.env.ACERVO_USER, password: process.env.ACERVO_PASSWORD, aplicacao: 'eventos' };
  const answer = await fetch(`${address}/api/Autenticacao/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status}`);
  return (await answer.json()).Token;
}

let token = await logIn();
let place = { apos: position, ...(epoch && { epoca: epoch }) };
for (;;) {
  const query = new URLSearchParams({ idCliente, ...place, espera: '25' });
  const answer = await fetch(`${address}/api/Evento?${query}`, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 401) token = await logIn();
  else if (answer.status === 429 || answer.status >= 500)
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 5)));
  else if (!answer.ok) throw new Error(await answer.text());
  else {
    const { eventos, proximo, epoca } = await answer.json();
    for (const { posicao, type, data } of eventos) console.log(posicao, type, JSON.stringify(data));
    // Only now: after a crash these events come again, none is lost.
    place = { apos: String(proximo), ...(epoca && { epoca }) };
  }
}
