import type { Command } from 'commander';
import { DiscardExtra } from '#application/provisioning/discard-extra.use-case';
import { ExportArchive } from '#application/provisioning/export-archive.use-case';
import { VerifyFiles } from '#application/portable-archive/verify-files.use-case';
import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import type { Run, Work } from '../command-run';
import { compareIndex } from '../reindex-command';
import { planText } from './plan-text';
import { readArchiveFile, type ArchiveFile } from './read-archive-file';
import { applyFile } from './run-apply';
import { writeArchiveFile } from './write-archive-file';

const apply =
  (file: ArchiveFile, { dryRun = false, allowRemove = false }: { dryRun?: boolean; allowRemove?: boolean }): Work =>
  async (app, output) => {
    const progress = output.progress('apply', t('rows', 'linhas'));
    const options = { dryRun, allowRemove, progress: (count: number, of: number) => progress.show(count, of) };
    const { plan, written, secrets, tables } = await applyFile(app, file, options);
    const dry = t('nothing was applied: this was a dry run', 'nada foi aplicado: foi só uma simulação');
    const ending = written ? [t('applied', 'aplicado')] : dryRun ? [dry] : [];
    const shown = secrets.map(({ url, secret }) =>
      t(`secret of webhook ${url} (shown once): ${secret}`, `segredo do webhook ${url} (mostrado só agora): ${secret}`),
    );
    const read = tables.map((table) => t(`read ${table.file} as ${table.encoding}`, `${table.file} lido como ${table.encoding}`));
    return {
      text: [...read, planText(plan), ...ending, ...shown].join('\n'),
      exitCode: 0,
      data: { written, plan: plan.groups, secrets, tables },
    };
  };

interface ExportOptions {
  rowsTo?: string;
  withPasswordHashes?: boolean;
  ids?: boolean;
}

const exportArchive =
  (file: string | null, { rowsTo = undefined, withPasswordHashes = false, ids = false }: ExportOptions): Work =>
  async (app) => {
    const options = { file, rowsTo: rowsTo ?? null, passwordHashes: withPasswordHashes, ids };
    const text = await writeArchiveFile(app.get(ExportArchive), options);
    return { text: file === null ? text.trimEnd() : t(`written: ${file}`, `gravado: ${file}`), exitCode: 0 };
  };

const KINDS = { missing: 'faltando', altered: 'alterado', extra: 'excedente' } as const;

const verify =
  ({ discardExtra = false, discardMost = false }: { discardExtra?: boolean; discardMost?: boolean }): Work =>
  async (app, output) => {
    const faults = { missing: 0, altered: 0, extra: 0 };
    const extra: string[] = [];
    const progress = output.progress('verify', t('files', 'arquivos'));
    const { files, bytes, objects } = await app.get(VerifyFiles).execute({
      fault: (fault) => {
        const { kind, key } = fault;
        faults[kind]++;
        if (kind === 'extra') extra.push(key);
        const whose =
          fault.kind === 'extra'
            ? ''
            : t(
                ` file ${fault.fileId} of document or flow ${fault.ownerId}`,
                ` arquivo ${fault.fileId} do documento ou fluxo ${fault.ownerId}`,
              );
        output.line(`${t(kind, KINDS[kind])} ${key}${whose}: ${sentence(fault.reason)}`, { ...fault });
      },
      progress: (count, of) => progress.show(count, of),
    });
    const { documents, stale, miscounted, leftOut } = await compareIndex(app, output, false);
    const text = t(
      `${files} files (${bytes} bytes), ${objects} objects: ${faults.missing} missing, ${faults.altered} altered, ${faults.extra} extra; ${documents} documents: ${stale} with a stale index, ${miscounted} levels with a wrong count (acervo reindex)`,
      `${files} arquivos (${bytes} bytes), ${objects} objetos: ${faults.missing} faltando, ${faults.altered} alterados, ${faults.extra} excedentes; ${documents} documentos: ${stale} com índice desatualizado, ${miscounted} níveis com contagem errada (acervo reindex)`,
    );
    const data = { files, bytes, objects, ...faults, documents, stale, miscounted };
    const [bad, stales] = [faults.missing + faults.altered, stale + miscounted + (leftOut === null ? 0 : 1)];
    if (!discardExtra || extra.length === 0) return { text, exitCode: bad + stales + extra.length > 0 ? 1 : 0, data };
    const nothing = (why: string) => ({ text: `${text}\n${why}`, exitCode: 1, data: { ...data, discarded: 0 } });
    // Missing and extra objects together suggest the bucket of another archive.
    if (bad > 0) return nothing(t('nothing was discarded', 'nada foi descartado'));
    // An empty database, or another's, names nothing of this bucket either.
    if (extra.length > files && !discardMost) {
      return nothing(
        t(
          'nothing was discarded: rows refer to less than half of the objects; is this the right database? If so, add --discard-most',
          'nada foi descartado: o banco se refere a menos da metade dos objetos; é o banco certo? Se for, acrescente --discard-most',
        ),
      );
    }
    const discarded = await app.get(DiscardExtra).execute(extra);
    const left = t(
      `${discarded} discarded: the sweeper removes them when it would remove deleted files`,
      `${discarded} descartados: a limpeza os remove quando removeria arquivos excluídos`,
    );
    return { text: `${text}\n${left}`, exitCode: discarded < extra.length || stales > 0 ? 1 : 0, data: { ...data, discarded } };
  };

export function addArchiveCommands(acervo: Command, run: Run): void {
  const hashes = t('with the hashes of passwords', 'com os hashes das senhas');
  acervo
    .command('apply')
    .description(
      t(
        'applies an archive file (docs/archive-file.md) and shows the changes',
        'aplica um arquivo do acervo (docs/pt/archive-file.md) e mostra as alterações',
      ),
    )
    .argument('<file>')
    .option('--dry-run', t('shows what would change, and changes nothing', 'mostra o que mudaria, sem mudar nada'))
    .option('--allow-remove', t('allows removing what the file no longer names', 'permite remover o que o arquivo não menciona mais'))
    // Before the archive is opened: a file that cannot be read begins none.
    .action(async (file: string, options: object) => run(apply(await readArchiveFile(file), options), { begins: true }));
  acervo
    .command('export')
    .description(t('writes the archive to an archive file', 'grava o acervo em um arquivo do acervo'))
    .argument('[file]', t('default: standard output', 'padrão: a saída padrão'))
    .option('--rows-to <folder>', t('rows of lists go to CSV files in this folder', 'linhas de listas vão para arquivos CSV nesta pasta'))
    .option('--with-password-hashes', hashes)
    .option('--ids', t('with all ids, to allow renaming', 'com todos os ids, para que se possa renomear'))
    .action((file: string | undefined, options: ExportOptions) => run(exportArchive(file ?? null, options)));
  acervo
    .command('verify')
    .description(
      t(
        'reads every stored file and compares it with its row, and the search index with the documents; exit code 1 if there are differences',
        'lê cada arquivo guardado e o compara com o banco, e o índice das pesquisas com os documentos; código de saída 1 se há diferenças',
      ),
    )
    .option(
      '--discard-extra',
      t(
        "what no row names is removed, later and only if nothing else is wrong: after a restore, never on another archive's bucket",
        'o que o banco não conhece é removido, mais tarde e só se nada mais estiver errado: depois de uma restauração, nunca no bucket de outro acervo',
      ),
    )
    .option('--discard-most', t('also if these are most of the objects', 'também se estes são a maioria dos objetos'))
    .action((options: object) => run(verify(options)));
}
