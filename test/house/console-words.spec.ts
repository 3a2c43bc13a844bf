import { ACTION_NAMES } from '#http/audit/audit.dto';
import { actionIn, ACTIONS } from '../../libs/console/src/routes/audit/words';

describe('the console', () => {
  it('has words for every action of the audit trail, and for no other', () => {
    expect(Object.keys(ACTIONS).sort()).toEqual(Object.values(ACTION_NAMES).sort());
    expect([actionIn(false, 'documento.excluir'), actionIn(true, 'documento.excluir'), actionIn(true, 'outra')]).toEqual([
      'excluiu um documento',
      'deleted a document',
      'outra',
    ]);
  });
});
