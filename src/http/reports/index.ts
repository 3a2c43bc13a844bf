import { ReportsController } from './reports.controller';

export const reportControllers = [ReportsController];
