import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { stableId } from '#application/support/stable-id';
import { ArchiveFileError } from '#src/cli/provisioning/read-archive-file';
import { loggedIn, place, type Answer, type Api } from './support/api';
import { demoText, edited, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { atOnce, tally } from './support/repeats';

const ROUNDS = 5;
const CREATES = 64;
const AT_ONCE = 13;
const LEVEL = 'Efêmera';

describeScene('apply, concurrent with writers', openDesk, (desk) => {
  let demo: Api;
  let without: string;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
    without = await demoText();
  });

  const withLevel = (name: string) =>
    edited(without, [
      '      - name: Recursos Humanos\n',
      `      - name: ${name}\n        fields:\n          - label: Nota\n            type: text\n      - name: Recursos Humanos\n`,
    ]);
  const applied = (text: string) =>
    desk.apply(text, { allowRemove: true }).then(
      () => 'applied',
      (error: unknown) => {
        if (!(error instanceof ArchiveFileError)) throw error;
        return error.message.includes('it has documents') || error.message.includes('documents are filed') ? 'refused' : error.message;
      },
    );
  const create = (level: string) =>
    demo.post('/api/v2/Documento', {
      query: place(stableId('level', 'Empresa Exemplo', level)),
      body: { valoresCampos: [{ label: 'Nota', valorCampo: 'x' }] },
    });
  const orphans = async () =>
    (await desk.service.database.query(
      'SELECT d.id FROM document d LEFT JOIN tree_node n ON n.code = d.node_code WHERE n.code IS NULL',
    )) as unknown[];

  it(`stores nothing at a level that is being removed: ${CREATES} creates against ${2 * ROUNDS} applies`, async () => {
    const outcomes: string[] = [];
    const answers: Answer[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const name = `${LEVEL} ${round}`;
      outcomes.push(await applied(withLevel(name)));
      const count = round === 0 ? CREATES - (ROUNDS - 1) * AT_ONCE : AT_ONCE;
      const removing = applied(without);
      // Some come while the operator looks what is there, some while it is written, some after.
      const creating = atOnce(count, async (index) => {
        await new Promise((resolve) => setTimeout(resolve, 10 * round + 3 * index));
        return create(name);
      });
      outcomes.push(await removing);
      answers.push(...(await creating));
      // A level that has got documents stays: the next round has one more.
      if (outcomes.at(-1) === 'refused') without = withLevel(name);
    }
    expect(await orphans()).toEqual([]);
    const found = tally(answers);
    process.stderr.write(`[races] ${JSON.stringify(found)} ${JSON.stringify(outcomes)}\n`);
    expect(Object.keys(found).filter((what) => !/^(201|400 ID_INEXISTENTE|401|503)/.test(what))).toEqual([]);
    expect(answers).toHaveLength(CREATES);
    expect(outcomes.filter((outcome) => outcome !== 'applied' && outcome !== 'refused')).toEqual([]);
    expect((await desk.service.app.get(VerifyTrail).execute()).broken).toEqual([]);
  });
});
