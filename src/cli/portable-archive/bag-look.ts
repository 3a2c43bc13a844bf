import type { ClientInspection, Complaint, Inspected } from '#application/portable-archive/client-inspection';
import type { RecordedFile } from '#application/ports/portable-archive';
import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import { BagRefused, Complaints } from './bag-refused';
import type { CheckedBag } from './check-bag';
import { MANIFEST, PARTS, pathOfFile, type Part } from './layout';
import { inBatches, LineBroken, recordsOf, TOGETHER } from './record-lines';

const WHAT: Record<Exclude<Complaint['what'], 'taken' | 'message'>, readonly [english: string, portuguese: string]> = {
  unit: ['the unit does not exist, or does not serve the client', 'a unidade não existe, ou não atende o cliente'],
  level: ['the level does not exist', 'o nível não existe'],
  box: ['the box does not exist', 'a caixa não existe'],
  field: ['the field does not exist', 'o campo não existe'],
  list: ['the list does not exist', 'a lista não existe'],
  row: ['the list row does not exist', 'a linha de lista não existe'],
  file: ['the file does not exist', 'o arquivo não existe'],
  origin: ["the signature origin is another client's", 'a origem de assinatura é de outro cliente'],
  size: ['the file is larger than this service takes (MAX_FILE_MB)', 'o arquivo passa do limite de tamanho deste serviço (MAX_FILE_MB)'],
  document: ['the document does not exist', 'o documento não existe'],
  workflow: ['the workflow does not exist', 'o workflow não existe'],
  design: ['the design of the workflow does not exist, or is out of order', 'o desenho do workflow não existe, ou está fora de ordem'],
  task: ['the task is not in the design of the workflow', 'a tarefa não existe no desenho do workflow'],
  contract: ['the contract does not exist', 'o contrato não existe'],
  user: ["the user is another client's of this archive", 'o usuário é de outro cliente deste acervo'],
  state: ['the data contradict each other', 'os dados se contradizem'],
  twice: ['is there more than once', 'aparece mais de uma vez'],
};

function said(complaint: Complaint): string {
  if (complaint.what === 'message') return sentence(complaint.id);
  if (complaint.what !== 'taken') return `${t(...WHAT[complaint.what])}: ${complaint.id}`;
  const { of, id } = complaint;
  if (of === 'documentCode')
    return t(
      `another document of this archive has the code ${id}; --new-codes gives new codes`,
      `outro documento deste acervo tem o código ${id}; --new-codes dá códigos novos`,
    );
  if (of === 'flowCode')
    return t(
      `another flow of this archive has the code ${id}; --new-codes gives new codes`,
      `outro fluxo deste acervo tem o código ${id}; --new-codes dá códigos novos`,
    );
  return t(`is in this archive already, elsewhere: ${id}`, `já existe neste acervo, em outro lugar: ${id}`);
}

/** On shards. */
export const codesRefused = () =>
  new BagRefused([
    t(
      'on shards the counters do not know codes that documents and flows bring along: --new-codes gives new ones',
      'em partições os contadores não conhecem os códigos que documentos e fluxos trazem: --new-codes dá novos',
    ),
  ]);

export interface Counts {
  documents: number;
  flows: number;
  files: number;
}

/** Reads all lines of a bag before anything of it is applied. */
export class BagLook {
  private readonly complaints = new Complaints();
  private readonly counts: Record<Part, number> = { rows: 0, documents: 0, designs: 0, flows: 0, signatures: 0, bills: 0, custody: 0 };
  private files = 0;

  constructor(
    private readonly folder: string,
    private readonly bag: CheckedBag,
    private readonly inspection: ClientInspection,
  ) {}

  /** Throws `BagRefused`. */
  async run(): Promise<Counts> {
    const { payload, parts } = this.bag;
    for (const part of parts) await this.part(part);
    const explained = this.files + 1 + parts.length;
    if (explained !== payload.size)
      this.complaints.add(
        t(
          `${MANIFEST} has ${payload.size} files, and documents and flows explain ${explained}`,
          `${MANIFEST} tem ${payload.size} arquivos e os documentos e fluxos explicam ${explained}`,
        ),
      );
    this.complaints.refuseIfAny();
    const { documents, flows } = this.counts;
    return { documents, flows, files: this.files };
  }

  private async part<K extends Part>(part: K): Promise<void> {
    const name = PARTS[part];
    try {
      for await (const batch of inBatches(recordsOf(part, this.folder, this.bag.payload), TOGETHER)) {
        const found = await this.inspection.look(part, batch.map(({ value }) => value)); // prettier-ignore
        for (const [index, { line, value }] of batch.entries()) {
          for (const complaint of found[index] ?? []) this.complaints.add(`${name}:${line}: ${said(complaint)}`);
          if ('files' in (value as object)) this.bytes(`${name}:${line}`, (value as Inspected['documents'] | Inspected['flows']).files);
        }
        this.counts[part] += batch.length;
      }
    } catch (error) {
      if (!(error instanceof LineBroken)) throw error;
      throw new BagRefused([`${name}: ${error.message}`]);
    }
  }

  private bytes(where: string, files: readonly RecordedFile[]): void {
    for (const file of files) {
      if (file.deletedAt !== null) continue;
      for (const { number, sha256 } of [...file.former, { ...file, number: null }]) {
        this.files++;
        if (this.bag.payload.get(pathOfFile(file.id, number)) !== sha256)
          this.complaints.add(
            t(
              `${where}: the file ${file.id} is not in the manifest with this SHA-256`,
              `${where}: o arquivo ${file.id} não está no manifesto com este SHA-256`,
            ),
          );
      }
    }
  }
}
