import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { IDS, loggedIn } from './support/api';
import { billDay, billingScene, DAY, monthsBack } from './support/billing';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';

const PATH = '/api/Billing/Get';
const WHOLE = { startDate: '01/01/2020', dueDate: '31/12/2099' };

describeScene('3.1 GET /api/Billing/Get', billingScene, (scene) => {
  const demo = scene.demo;
  const ask = (query: Record<string, string>, as = demo) => as.get(PATH, { query: { idUnidade: IDS.unit, ...query } });
  const ids = async (query: Record<string, string>, as = demo) => (await ask(query, as)).json as string[];
  const rows = async (where: string) =>
    (await scene.service.database.query(`SELECT id, period FROM bill WHERE ${where} ORDER BY period, id`)) as {
      id: string;
      period: string;
    }[];

  it('returns the two invoices of the demo contract, oldest first', async () => {
    const own = await rows(`client_id = ${bytesIn(`'${IDS.client}'`)}`);
    expect(own.map(({ period }) => period)).toEqual([monthsBack(2), monthsBack(1)]);
    const answer = await ask(WHOLE);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify(own.map(({ id }) => id)));
  });

  it('accepts dates in every format, inclusive of both days', async () => {
    const own = await rows(`client_id = ${bytesIn(`'${IDS.client}'`)}`);
    const all = own.map(({ id }) => id);
    const [day, later] = [billDay(own[0]!.period), billDay(own[1]!.period)];
    const [first, last] = [new Date(`${day}T00:00:00-03:00`), new Date(`${later}T00:00:00-03:00`)];
    const forms: Record<string, string>[] = [
      { startDate: DAY.brazilian(day), dueDate: DAY.brazilian(later) },
      { startDate: day, dueDate: later },
      { startDate: `${DAY.brazilian(day)} 00:00`, dueDate: `${DAY.brazilian(later)} 23:59:59` },
      { startDate: first.toISOString(), dueDate: last.toISOString() },
      { STARTDATE: day, DUEDATE: later },
    ];
    for (const form of forms) expect(await ids(form)).toEqual(all);
    expect(await ids({ startDate: first.toISOString(), dueDate: new Date(last.getTime() - 1).toISOString() })).toEqual(all.slice(0, 1));
    expect(await ids({ startDate: new Date(last.getTime() + 1).toISOString(), dueDate: '31/12/2099' })).toEqual([]);
    expect(await ids({ startDate: '01/01/2020', dueDate: new Date(first.getTime() - 1).toISOString() })).toEqual([]);
    expect(await ids({ startDate: '1000-01-01', dueDate: '9999-12-31T23:59:59-03:00' })).toEqual(all);
    expect(await ids({ startDate: '9999-12-31T23:59:59-03:00', dueDate: '9999-12-31T23:59:59-03:00' })).toEqual([]);
  });

  it('finds the invoice of a month by its period, whenever it was closed', async () => {
    for (const { id, period } of await rows(`client_id = ${bytesIn(`'${IDS.client}'`)}`)) {
      expect(await ids({ startDate: `${period}-01`, dueDate: billDay(period) })).toEqual([id]);
      expect(await ids({ startDate: `${period}-01`, dueDate: `${period}-27` })).toEqual([]);
    }
  });

  it('shows users of the whole client its bills only, not those of another client of the unit', async () => {
    expect(await ids(WHOLE, await loggedIn(scene.service.url, 'leitor'))).toEqual(await ids(WHOLE));
    const neighbours = await rows(`client_id <> ${bytesIn(`'${IDS.client}'`)} AND unit_id = '${IDS.unit}'`);
    expect(neighbours).toHaveLength(1);
    expect(await ids(WHOLE)).not.toContain(neighbours[0]!.id);
    expect(await ids(WHOLE, scene.neighbour)).toEqual([neighbours[0]!.id]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['no dates', {}, ['startDate OBRIGATORIO', 'dueDate OBRIGATORIO']],
    ['empty dates', { startDate: '', dueDate: '' }, ['startDate OBRIGATORIO', 'dueDate OBRIGATORIO']],
    ['a reversed period', { startDate: '02/11/2026', dueDate: '01/11/2026' }, ['dueDate PERIODO_INVERTIDO']],
    ['no such day', { startDate: '31/02/2026', dueDate: '2026-13-01' }, ['startDate DATA_INEXISTENTE', 'dueDate DATA_INEXISTENTE']],
    ['no unit', { ...WHOLE, idUnidade: '' }, ['idUnidade OBRIGATORIO']],
    ['no GUID', { ...WHOLE, idUnidade: 'central' }, ['idUnidade FORMATO_INVALIDO']],
  ])('refuses %s', async (_, query, expected) => {
    expect(problemsOf(expectRefusal(await ask(query), 400))).toEqual(expected);
  });
});
