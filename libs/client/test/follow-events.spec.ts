import { followEvents } from '../src/follow-events.ts';

interface Input {
  idCliente: string;
  apos?: string;
  epoca?: string;
  desde?: string;
  espera?: number;
}

/** A log of ten events, two to a page; of an archive that was restored, if it has an epoch. */
function feed(epoca?: string) {
  const asked: Input[] = [];
  const follow = (input: Input) => {
    asked.push(input);
    const after = input.desde === undefined ? Number(input.apos ?? 0) : 6;
    const eventos = [after + 1, after + 2].filter((posicao) => posicao <= 10).map((posicao) => ({ posicao }));
    return Promise.resolve({ eventos, proximo: eventos.at(-1)?.posicao ?? after, ...(epoca !== undefined && { epoca }) });
  };
  return { asked, acervo: { events: { follow } } };
}

async function taken(input: Input, count: number) {
  const { asked, acervo } = feed();
  const [events, positions]: [number[], number[]] = [[], []];
  for await (const { posicao } of followEvents(acervo, input, { onPosition: (position) => void positions.push(position) })) {
    events.push(posicao);
    if (events.length === count) break;
  }
  return { asked, events, positions };
}

describe('following events', () => {
  it('reads page after page and reports a position once its events are handled', async () => {
    const { asked, events, positions } = await taken({ idCliente: 'c', apos: '3' }, 5);
    expect(events).toEqual([4, 5, 6, 7, 8]);
    expect(positions).toEqual([5, 7]);
    expect(asked).toEqual(['3', '5', '7'].map((apos) => ({ idCliente: 'c', apos, espera: 25 })));
  });

  it('uses the start date for the first page only', async () => {
    const { asked, events } = await taken({ idCliente: 'c', desde: '2026-11-01', espera: 1 }, 3);
    expect(events).toEqual([7, 8, 9]);
    expect(asked.map(({ desde, apos, espera }) => [desde, apos, espera])).toEqual([
      ['2026-11-01', undefined, 1],
      [undefined, '8', 1],
    ]);
  });

  it('sends the epoch along once an answer has named one, and tells it with the position', async () => {
    const { asked, acervo } = feed('20261123T123000Z');
    const told: unknown[] = [];
    for await (const { posicao } of followEvents(acervo, { idCliente: 'c', apos: '3' } as Input, {
      onPosition: (...all) => void told.push(all),
    }))
      if (posicao === 7) break;
    expect(asked.map(({ apos, epoca }) => [apos, epoca])).toEqual([
      ['3', undefined],
      ['5', '20261123T123000Z'],
    ]);
    expect(told).toEqual([[5, '20261123T123000Z']]);
  });
});
