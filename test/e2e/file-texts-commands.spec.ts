import { Registry } from 'prom-client';
import { pdfOf } from '../support/sample-documents';
import { until } from '../support/until';
import { Output } from '#src/cli/output';
import { begin } from '#src/background/background-work';
import { ReadInBackground } from '#src/background/read-in-background';
import { IDS } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { readAll } from './support/read-all';

describeService('files where none are read', ({ demo: api }) => {
  it('have neither text nor previews', async () => {
    const { files } = createdBy(await create(api, 'V3', { files: [{ name: 'Contrato', extension: 'pdf', content: await pdfOf(['x']) }] }));
    const path = `/api/Arquivo/${files[0]!.id}/Cliente/${IDS.client}`;
    expect((await api.get(`${path}/texto`)).json).toMatchObject({ estado: 'nao-lido', texto: null });
    expect(expectRefusal(await api.get(`${path}/miniatura`), 404).codigo).toBe('SEM_MINIATURA');
    expect((await api.get('/saude/pronta')).json.leitura).toBeUndefined();
  });
});

describeService('commands for the reading of files', { READ_FILES: 'true', FILE_READERS: '2' }, ({ service, demo: api }) => {
  const state = async (file: string) => (await api.get(`/api/Arquivo/${file}/Cliente/${IDS.client}/texto`)).json.estado;

  it('enter old files, list what failed, and try again what was not at fault', async () => {
    const content = await pdfOf(['x'], 'senha');
    const { files } = createdBy(await create(api, 'V3', { files: [
      { name: 'Fechado', extension: 'pdf', content },
      { name: 'Nota', extension: 'txt', content: 'Nota' },
    ] })); // prettier-ignore
    const [locked, note] = files.map(({ id }) => id) as [string, string];
    await service.database.query('DELETE FROM file_work');
    // With the files of the demo archive.
    const { data } = await acervo(service.app, ['files', 'queue']);
    expect(data?.files).toBeGreaterThanOrEqual(2);
    expect((await acervo(service.app, ['files', 'queue'])).data).toEqual({ files: 0 });
    await readAll(service);
    expect([await state(locked), await state(note)]).toEqual(['falhou', 'lido']);
    const lines: object[] = [];
    const output = Object.assign(new Output(), { line: (_: string, line: object) => void lines.push(line) });
    expect((await acervo(service.app, ['files', 'failed'], output)).data).toEqual({ files: 1 });
    expect(lines).toEqual([expect.objectContaining({ id: locked, clientName: 'Empresa Exemplo', fault: 'encrypted', tries: 1 })]);
    await service.database.query("UPDATE file_work SET state = 'failed', fault = 'unreadable' WHERE file_id = ?", [note]);
    expect((await acervo(service.app, ['files', 'again'])).data).toEqual({ files: 1 });
    expect([await state(locked), await state(note)]).toEqual(['falhou', 'pendente']);
  });

  it('are not needed while the service reads in the background, which counts what it does', async () => {
    const reading = await begin(service.app, ReadInBackground);
    const { files } = createdBy(await create(api, 'V3', { files: [{ name: 'Nota', extension: 'txt', content: 'Nota' }] }));
    await until(() => state(files[0]!.id), (found) => found === 'lido'); // prettier-ignore
    await reading.end();
    const metrics = await service.app.get<Registry>(Registry).metrics();
    expect(metrics).toMatch(/^acervo_file_readings_total\{outcome="read"\} [1-9]/m);
    expect(metrics).toMatch(/^acervo_file_work\{state="pending"\} \d/m);
  });
});

describeService('the command that reads files', { READ_FILES: 'true' }, ({ service, demo: api }) => {
  it('goes on until it is stopped', async () => {
    const stopping = new AbortController();
    const ended = acervo(service.app, ['files', 'read'], new Output(), stopping.signal);
    const { files } = createdBy(await create(api, 'V3', { files: [{ name: 'Nota', extension: 'txt', content: 'Nota' }] }));
    const path = `/api/Arquivo/${files[0]!.id}/Cliente/${IDS.client}/texto`;
    await until(async () => (await api.get(path)).json.estado, (found) => found === 'lido'); // prettier-ignore
    stopping.abort();
    expect(await ended).toMatchObject({ exitCode: 0, data: { read: expect.any(Number) } });
  });
});
