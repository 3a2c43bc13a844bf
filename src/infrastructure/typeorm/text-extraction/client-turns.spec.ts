import { ClientTurns } from './client-turns';

/** Who is read, in this order, where each file of a client takes so long and none of them runs out of files. */
function order(costs: Record<string, number>, turns: number, own = new ClientTurns()): string[] {
  const clients = Object.keys(costs);
  return Array.from({ length: turns }, () => {
    const next = clients.find((client) => !own.isAhead(client)) ?? own.inOrder(clients)[0]!;
    own.took(next);
    own.spent(next, costs[next]!);
    return next;
  });
}
const share = (taken: readonly string[], client: string) => taken.filter((each) => each === client).length;

it('one whose files take a minute gets as much time as one whose files take a second, not as many turns', () => {
  const taken = order({ slow: 60_000, quick: 1000 }, 122);
  expect([share(taken, 'slow'), share(taken, 'quick')]).toEqual([2, 120]);
});

it('equal clients take turns', () => {
  expect(order({ a: 100, b: 100, c: 100 }, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

it('one without others waits for nobody, and owes nothing for it to one that comes later', () => {
  const turns = new ClientTurns();
  expect(order({ slow: 60_000 }, 3, turns)).toEqual(['slow', 'slow', 'slow']);
  const taken = order({ slow: 60_000, quick: 1000 }, 63, turns);
  expect(share(taken, 'slow')).toBe(1);
});

it('remembers only those who are ahead', () => {
  const turns = new ClientTurns();
  for (let client = 0; client < 1000; client++) turns.spent(`${client}`, 10);
  turns.spent('last', 20);
  turns.took('last');
  expect(Array.from({ length: 1000 }, (_, client) => turns.isAhead(`${client}`))).not.toContain(true);
});
