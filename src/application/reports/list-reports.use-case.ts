import { Injectable } from '@nestjs/common';
import type { Actor } from '#domain/access/actor';
import type { Report } from './report';
import { ReportAccess, type ReportPlace } from './report-access';

/** Operation 8.1: only reports that the caller may run. */
@Injectable()
export class ListReports {
  constructor(private readonly access: ReportAccess) {}

  async execute(actor: Actor, place: ReportPlace): Promise<Report[]> {
    return (await this.access.runnable(actor, place)).map(({ report }) => report);
  }
}
