import { IDS } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';

const LIMITS = '/api/Limites';

describeService(
  'GET /api/Limites',
  { RATE_LIMITS: '1000/60', USER_RATE_LIMITS: '500/60', MAX_FILE_MB: '7' },
  ({ service, demo, reader }) => {
    it('tells the limits of searches, which hold', async () => {
      const { pesquisa } = (await demo.get(LIMITS)).json;
      expect(pesquisa).toEqual({
        corpo: 65_536,
        profundidade: 4,
        condicoes: 40,
        valoresPorCondicao: 200,
        valores: 400,
        campos: 20,
        comparacoes: 6000,
        texto: 0,
        palavras: 10,
        colunas: 50,
        tamanhoPagina: 500,
        contagemExata: 10_000,
      });
      const find = (body: object) => demo.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body });
      expect((await find({ tamanhoPagina: pesquisa.tamanhoPagina })).status).toBe(200);
      expectRefusal(await find({ tamanhoPagina: pesquisa.tamanhoPagina + 1 }), 400);
      const columns = Array.from({ length: pesquisa.colunas }, () => 'Número');
      expect((await find({ colunas: columns })).status).toBe(200);
      expectRefusal(await find({ colunas: [...columns, 'Número'] }), 400);
    });

    it('tells those of files as they are configured', async () => {
      const { arquivo } = (await demo.get(LIMITS)).json;
      expect(arquivo).toEqual({ tamanho: 7 * 1024 * 1024, porChamada: service.config.maxFiles, corpo: service.config.maxBodyBytes });
    });

    it('tells how many calls are left to the client and to the user, who has calls of their own', async () => {
      const left = async (as = demo) => {
        const { chamadas } = (await as.get(LIMITS)).json as {
          chamadas: { de: string; segundos: number; limite: number; restantes: number }[];
        };
        expect(chamadas.map(({ de, segundos, limite }) => [de, segundos, limite])).toEqual([
          ['cliente', 60, 1000],
          ['usuario', 60, 500],
        ]);
        return chamadas.map(({ restantes }) => restantes) as [number, number];
      };
      const [client, user] = await left();
      const [afterwards] = await left(reader);
      // A window may have ended in between; then both begin anew.
      const [later, own] = await left();
      expect(afterwards < client || afterwards === 999).toBe(true);
      expect(later < afterwards || later === 999).toBe(true);
      expect(own < user || own === 499).toBe(true);
    });
  },
);

describeService('GET /api/Limites, where calls are not limited and files are read', { READ_FILES: 'true' }, ({ demo }) => {
  it('lists no limit of calls, and how long words may be', async () => {
    const { chamadas, pesquisa } = (await demo.get(LIMITS)).json;
    expect([chamadas, pesquisa.texto]).toEqual([[], 200]);
  });
});
