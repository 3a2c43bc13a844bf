import { once } from 'node:events';
import type { Command } from 'commander';
import { Registry } from 'prom-client';
import { FileWork, type FailedReading } from '#application/ports/text-extraction';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import type { ReadingFault } from '#domain/files/file-reading';
import { listenForReaders } from '#infrastructure/telemetry/metrics-server';
import { CONFIG, type Config } from '#src/config';
import { begin } from '#src/background/background-work';
import { ReadInBackground } from '#src/background/read-in-background';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { UsageError } from '#src/terminal/usage-error';

const BATCH = 500;
/** A timer keeps the process, which has none else while nothing is to be read. */
const STAY_MS = 60_000;

const reasonOf = ({ fault }: Pick<FailedReading, 'fault'>) => {
  const reasons: Record<ReadingFault, string> = {
    encrypted: t('protected by a password', 'protegido por senha'),
    damaged: t('damaged', 'danificado'),
    inflated: t('unpacks to too much', 'descompacta para tamanho demais'),
    doctype: t('XML with declarations', 'XML com declarações'),
    'too-many-pixels': t('too many pixels', 'pixels demais'),
    'too-heavy': t('took too much memory or time, twice', 'levou memória ou tempo demais, duas vezes'),
    unreadable: t('five tries failed', 'cinco tentativas falharam'),
    'too-large': t('too large', 'grande demais'),
    'no-engine': t('a package is not installed', 'falta instalar um pacote'),
    'switched-off': t('switched off by its level', 'desligado pelo seu nível'),
  };
  return fault === null ? '' : reasons[fault];
};

/** `files failed`: one line for each. */
const failed: Work = async (app, output, stopped) => {
  const work = app.get(FileWork);
  let count = 0;
  for (let [after, isLast] = ['', false]; !isLast && !stopped.aborted;) {
    const files = await work.failed(after, BATCH);
    for (const file of files) {
      const { id, documentId, clientName, extension, tries } = file;
      output.line(
        `${id}  ${clientName}  ${t('document', 'documento')} ${documentId}  ${extension}  ${reasonOf(file)}, ${t('tries', 'tentativas')}: ${tries}`,
        { ...file },
      );
    }
    count += files.length;
    [after, isLast] = [files.at(-1)?.id ?? '', files.length < BATCH];
  }
  return { text: t(`${count} files could not be read`, `${count} arquivos não puderam ser lidos`), exitCode: 0, data: { files: count } };
};

/** `files again`: not those that are at fault themselves. By ranges: what a level has switched off is left again at once. */
const again: Work = async (app, _output, stopped) => {
  let files = 0;
  for (let after: string | null = ''; after !== null && !stopped.aborted;) {
    const { last, again: count } = await app.get(FileWork).tryAgain(after, BATCH);
    [after, files] = [last, files + count];
  }
  return { text: t(`${files} files are read again`, `${files} arquivos são lidos de novo`), exitCode: 0, data: { files } };
};

/** `files scans`: those without text, where text in pictures is recognised by now. */
const scans: Work = async (app, _output, stopped) => {
  let files = 0;
  for (let after: string | null = ''; after !== null && !stopped.aborted;) {
    const { last, again: count } = await app.get(FileWork).queueScans(after, BATCH);
    [after, files] = [last, files + count];
  }
  return { text: t(`${files} files are read again`, `${files} arquivos são lidos de novo`), exitCode: 0, data: { files } };
};

/** `files queue`: in ranges, each of them a transaction; it can be repeated. */
const queue: Work = async (app, output, stopped) => {
  const progress = output.progress('files', t('files looked at', 'arquivos vistos'));
  let [seen, files] = [0, 0];
  for (let after: string | null = ''; after !== null && !stopped.aborted;) {
    const { last, queued } = await app.get(FileWork).queueOld(after, BATCH);
    [after, seen, files] = [last, seen + BATCH, files + queued];
    progress.show(seen, null);
  }
  return { text: t(`${files} files are to be read`, `${files} arquivos a ler`), exitCode: 0, data: { files } };
};

/** `files read`: until it is stopped, as a process of the service would. */
const read: Work = async (app, _output, stopped) => {
  const { readFiles, fileReaders, metricsPort, metricsHost } = app.get<Config>(CONFIG);
  if (!readFiles || fileReaders === 0)
    throw new UsageError(t('READ_FILES or FILE_READERS says that nothing is read', 'READ_FILES ou FILE_READERS diz que nada é lido'));
  const metrics = metricsPort === null ? null : await listenForReaders(app.get<Registry>(Registry), metricsPort, metricsHost);
  const reading = await begin(app, ReadInBackground);
  const kept = setInterval(() => undefined, STAY_MS);
  if (!stopped.aborted) await once(stopped, 'abort');
  clearInterval(kept);
  await reading.end();
  metrics?.close();
  const { totals } = app.get(ReadingPump);
  return { text: t(`${totals.read} files were read`, `${totals.read} arquivos foram lidos`), exitCode: 0, data: { ...totals } };
};

export function addFileCommands(acervo: Command, run: Run): void {
  const files = acervo.command('files').description(t('reading of files: text and previews', 'leitura de arquivos: texto e miniaturas'));
  files
    .command('read')
    .description(
      t(
        'reads files until it is stopped, without the keys of the archive: for a machine of its own',
        'lê arquivos até ser parado, sem as chaves do acervo: para uma máquina própria',
      ),
    )
    .action(() => run(read, { stoppable: true, withoutKeys: true }));
  files
    .command('failed')
    .description(t('shows files that could not be read', 'mostra os arquivos que não puderam ser lidos'))
    .action(() => run(failed, { stoppable: true }));
  files
    .command('again')
    .description(
      t(
        'reads those again that failed for no fault of their own, or were left for the lack of a package or by their level',
        'lê de novo os que falharam sem culpa própria, ou ficaram sem leitura por falta de um pacote ou pelo seu nível',
      ),
    )
    .action(() => run(again, { stoppable: true }));
  files
    .command('scans')
    .description(
      t(
        'reads those again that have no text, at levels whose archive file says reading: ocr',
        'lê de novo os que não têm texto, em níveis cujo arquivo do acervo diz reading: ocr',
      ),
    )
    .action(() => run(scans, { stoppable: true }));
  files
    .command('queue')
    .description(
      t(
        'has files read that were stored before READ_FILES was on, restored or copied in',
        'manda ler os arquivos guardados antes de READ_FILES, restaurados ou copiados',
      ),
    )
    .action(() => run(queue, { stoppable: true }));
}
