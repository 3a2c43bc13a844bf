import { Registry } from 'prom-client';
import { begin } from '#src/background/background-work';
import { FeedInBackground } from '#src/background/feed-in-background';
import { until } from '../support/until';
import { IDS, invoiceValues } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { all, is } from './support/finding';
import { readAll } from './support/read-all';

describeService('OpenSearch is away', { READ_FILES: 'true', OPENSEARCH_URL: 'http://127.0.0.1:1' }, ({ service, demo }) => {
  const find = (body: object) => demo.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body });

  it('delays no create, and keeps the words of its files', async () => {
    const values = [...invoiceValues(), { label: 'Observação', valorCampo: 'Ata de assembleia' }];
    createdBy(await create(demo, 'V3', { values, files: [{ name: 'Ata', extension: 'txt', content: 'Deliberações' }] }));
    await readAll(service);
    const feeding = await begin(service.app, FeedInBackground);
    const metrics = () => service.app.get<Registry>(Registry).metrics();
    await until(metrics, (text) => /^acervo_words_waiting [1-9]/m.test(text), { what: 'words wait' });
    await feeding.end();
    expect((await demo.get('/saude/pronta')).status).toBe(200);
  });

  it('answers 503 to searches of texts, and all others', async () => {
    const answer = await find({ texto: 'deliberacoes' });
    expect(expectRefusal(answer, 503).codigo).toBe('SERVICO_INDISPONIVEL');
    expect(answer.headers.get('retry-after')).toBe('1');
    const { json } = await find(all(is('Observação', 'contem', 'assemb')));
    expect(json.documentos).toHaveLength(1);
  });
});
