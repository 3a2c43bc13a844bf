import { AUDIT_ACTIONS } from './audit-event';
import { GROUP_TEXTS, leafText, pendingText, thingOf, type StoredEvent } from './event-leaf';
import { EVENT_TYPES } from './event-types';

const event: StoredEvent = {
  clientId: 'c',
  at: 1,
  userId: 'u',
  address: 'a',
  requestId: 'r "x"',
  action: 'document.create',
  subject: '{"documentId":"d","n":[1]}',
  files: null,
};

it('a leaf is JSON of the public members and of commitments to the others', () => {
  const text = leafText(event, 7, { author: 'A', origin: 'O', files: 'F"' });
  expect(JSON.parse(text)).toEqual([1, 'c', 7, 1, 'document.create', { documentId: 'd', n: [1] }, 'A', 'O', 'F"']);
  expect(text).toContain(`,${event.subject},`);
});

it('groups are committed to as JSON', () => {
  const texts = (stored: StoredEvent) => Object.values(GROUP_TEXTS).map((textOf) => JSON.parse(textOf(stored)) as unknown);
  expect(texts(event)).toEqual([['u'], ['a', 'r "x"'], null]);
  expect(texts({ ...event, files: '[{"id":"f"}]' })[2]).toEqual([{ id: 'f' }]);
});

it.each(Object.keys(event) as (keyof StoredEvent)[])('authenticates a pending event with its %s', (member) => {
  const pending = { ...event, salts: 's', writer: 'w' };
  expect(pendingText({ ...pending, [member]: 'other' })).not.toBe(pendingText(pending));
});

it.each([
  [{ code: 1, documentId: 'd' }, 'document:d'],
  [{ workflowId: 'w', documents: ['d'] }, 'workflow:w'],
  [{ listId: 'l', rowId: 'r' }, 'row:r'],
  [{ userId: 'u' }, 'user:u'],
  [{ files: ['f'] }, null],
])('the subject of %j is %s', (subject, thing) => expect(thingOf(subject)).toBe(thing));

it('each action has its own event type', () => {
  expect(new Set(Object.values(EVENT_TYPES)).size).toBe(AUDIT_ACTIONS.length);
});
