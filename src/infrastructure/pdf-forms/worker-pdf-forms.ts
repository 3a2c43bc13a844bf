import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PdfForms, type PdfValues, type Sheet } from '#application/ports/workflows';
import { job } from '../workers/job';
import { WorkerJobs } from '../workers/worker-jobs';
import type { Task } from './pdf-forms.job';

const JOB = job<typeof import('./pdf-forms.job')>(join(__dirname, 'pdf-forms.job'), 30_000);

@Injectable()
export class WorkerPdfForms extends PdfForms {
  constructor(private readonly jobs: WorkerJobs) {
    super();
  }

  async fieldNames(pdf: Uint8Array): Promise<readonly string[] | null> {
    return (await this.jobs.run(JOB, { does: 'names', pdf })).names;
  }

  fill(pdf: Uint8Array, values: PdfValues): Promise<Uint8Array> {
    return this.written({ does: 'fill', pdf, values });
  }

  draw(sheet: Sheet): Promise<Uint8Array> {
    return this.written({ does: 'draw', sheet });
  }

  private async written(task: Task): Promise<Uint8Array> {
    const { pdf } = await this.jobs.run(JOB, task);
    if (!pdf) throw new Error('no PDF was written');
    return pdf;
  }
}
