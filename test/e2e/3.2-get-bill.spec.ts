import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { IDS } from './support/api';
import { billDay, billingScene, DAY, monthsBack } from './support/billing';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { expectAlike, NOBODY } from './support/reading';

const PATH = '/api/Billing/Get/Conta';

describeScene('3.2 GET /api/Billing/Get/Conta', billingScene, (scene) => {
  const demo = scene.demo;
  let own: { id: string; billed_at: number }[];
  beforeAll(async () => {
    own = await bills(`client_id = ${bytesIn(`'${IDS.client}'`)}`);
  });

  const bills = async (where: string) =>
    (await scene.service.database.query(`SELECT id, billed_at FROM bill WHERE ${where} ORDER BY period`)) as {
      id: string;
      billed_at: number;
    }[];
  const ask = (billId: string, as = demo, idUnidade = IDS.unit) => as.get(PATH, { query: { idUnidade, billId } });

  it('returns the first invoice of the demo contract, byte by byte', async () => {
    const { id, billed_at: at } = own[0]!;
    const { status, text } = await ask(id);
    expect(status).toBe(200);
    const billed = new Date(Number(at));
    const due = new Date(Date.parse(`${DAY.of(billed)}T12:00:00Z`) + 15 * 86_400_000).toISOString().slice(0, 10);
    const line = (ServiceId: number, description: string, Quantity: number, Price: number, UnityPrice: number) => ({
      ServiceId,
      ServiceContractId: stableId('contract-service', DEMO_CLIENT, '2020/001', description),
      ServiceContractDescription: description,
      Quantity,
      Price,
      UnityPrice,
    });
    expect(text).toBe(
      JSON.stringify({
        BillId: id,
        ClientId: IDS.client,
        ClientName: DEMO_CLIENT,
        BillDate: `${billDay(monthsBack(2))}T00:00:00.000-03:00`,
        BillDueDate: `${due}T00:00:00.000-03:00`,
        BillTotal: 590,
        ContractNumber: '2020/001',
        ServiceContracts: [
          line(9, 'Assinatura mensal', 1, 390, 0),
          line(1, 'Documentos armazenados', 0, 150, 2),
          line(3, 'Armazenamento em GB', 0, 0, 0.85),
          line(2, 'Guarda de caixas', 0, 0, 1.75),
          line(6, 'Usuários ativos', 0, 50, 12.5),
        ],
      }),
    );
  });

  it('charges a one-time price once', async () => {
    expect((await ask(own[1]!.id)).json).toMatchObject({ BillTotal: 500, ServiceContracts: [{ Price: 300 }, {}, {}, {}, {}] });
  });

  it('returns exact amounts, the largest and the smallest', async () => {
    const [large] = await bills("contract_number = 'V-1'");
    const [small] = await bills("contract_number = 'V-2'");
    expect((await ask(large!.id, scene.neighbour)).text).toContain('"BillTotal":99999999999.9999,');
    expect((await ask(small!.id, scene.neighbour, IDS.otherUnit)).text).toContain('"BillTotal":0.0001,');
  });

  it('U8 returns the same 404 for unknown bills and those of other clients and units', async () => {
    const [neighbours] = await bills("contract_number = 'V-1'");
    const answers = [await ask(NOBODY), await ask(neighbours!.id), await ask(own[0]!.id, scene.neighbour)];
    const [elsewhere] = await bills("contract_number = 'V-2'");
    answers.push(await ask(elsewhere!.id, scene.neighbour), await ask(neighbours!.id, scene.neighbour, IDS.otherUnit));
    expectAlike(400, answers);
    const refusal = expectRefusal(answers[0]!, 400);
    expect([refusal.codigo, ...problemsOf(refusal)]).toEqual(['FATURA_INEXISTENTE', 'billId ID_INEXISTENTE']);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, ['idUnidade OBRIGATORIO', 'billId OBRIGATORIO']],
    ['no GUID', { idUnidade: IDS.unit, billId: '2020/001' }, ['billId FORMATO_INVALIDO']],
  ])('refuses %s', async (_, query, expected) => {
    expect(problemsOf(expectRefusal(await demo.get(PATH, { query }), 400))).toEqual(expected);
  });
});
