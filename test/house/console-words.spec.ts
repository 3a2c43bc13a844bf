import { ACTION_NAMES } from '#http/audit/audit.dto';
import { COLUMN_NAMES, PARAMETER_NAMES, REPORT_NAMES, WORDS } from '#http/reports/words';
import { actionIn, ACTIONS } from '../../libs/console/src/routes/audit/words';
import { ENGLISH } from '../../libs/console/src/routes/reports/words';

describe('the console', () => {
  it('has words for every action of the audit trail, and for no other', () => {
    expect(Object.keys(ACTIONS).sort()).toEqual(Object.values(ACTION_NAMES).sort());
    expect([actionIn(false, 'documento.excluir'), actionIn(true, 'documento.excluir'), actionIn(true, 'outra')]).toEqual([
      'excluiu um documento',
      'deleted a document',
      'outra',
    ]);
  });

  it('has English words for every report, parameter, column and word of a cell, and for no other', () => {
    const { auditAction: _, ...cells } = WORDS;
    const columns = Object.values(COLUMN_NAMES).map(([, name]) => name);
    const words = Object.values(cells).flatMap((each) => Object.values(each));
    const all = [...Object.values(REPORT_NAMES), ...Object.values(PARAMETER_NAMES), ...columns, ...words];
    expect([...ENGLISH.keys()].sort()).toEqual([...new Set(all)].sort());
  });
});
