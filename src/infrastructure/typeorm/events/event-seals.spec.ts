import { createSecretKey } from 'node:crypto';
import { Frontier, leafHash, noteVerifier, openNote } from '#libs/merkle-log';
import { EventSeals, type SaltedEvent } from './event-seals';

const seals = (name: string) => new EventSeals(createSecretKey(Buffer.alloc(32, name)), createSecretKey(Buffer.alloc(32, `${name}!`)));
const [ours, others] = [seals('a'), seals('b')];
const event: SaltedEvent = {
  ...{ clientId: 'c', at: 1, userId: 'u', address: 'a', requestId: 'r', action: 'file.add', subject: '{}', files: '[]' },
  ...{ salts: 'A'.repeat(16) + 'B'.repeat(16) + 'C'.repeat(16), kept: null },
};
const pending = { ...event, writer: 'w' };

it('authenticates its own events', () => {
  const mac = ours.mac(pending);
  expect(ours.isOurs({ ...pending, mac })).toBe(true);
  expect(others.isOurs({ ...pending, mac })).toBe(false);
  for (const changed of [{ userId: 'x' }, { salts: 'x' }, { writer: 'x' }, { mac: `${mac}=` }, { mac: '' }])
    expect(ours.isOurs({ ...pending, mac, ...changed })).toBe(false);
});

it('gives the same leaf after a group was erased', () => {
  const { author } = ours.commitments(event);
  const erased = { ...event, userId: null, salts: '.'.repeat(16) + event.salts.slice(16), kept: JSON.stringify({ author }) };
  expect(ours.leaf(erased, 3)).toEqual(ours.leaf(event, 3));
  expect(ours.leaf({ ...erased, kept: null }, 3)).not.toEqual(ours.leaf(event, 3));
  expect(ours.leaf({ ...event, userId: 'x' }, 3)).not.toEqual(ours.leaf(event, 3));
});

it('has unique salts of 96 bits', () => {
  const salts = Array.from({ length: 50 }, () => ours.newSalts());
  for (const each of salts) expect(each).toMatch(/^[\w-]{48}$/);
  expect(new Set(salts.flatMap((each) => each.match(/.{16}/g))).size).toBe(150);
});

it('signs the head of a log, verifiable with the public key', () => {
  const frontier = Frontier.empty();
  frontier.append(leafHash(Buffer.from('x')));
  const head = ours.sign('c', frontier);
  expect(ours.open('c', head)).toEqual({ size: 1, root: frontier.root().toString('base64url') });
  expect([ours.open('d', head), others.open('c', head), ours.open('c', `${head}x`), ours.open('c', '')]).toEqual([null, null, null, null]);
  const [origin, size] = openNote(head, [noteVerifier(ours.verifierKey)]).text.split('\n');
  expect([origin, size]).toEqual([expect.stringMatching(/^acervo\/[0-9a-f]{16}\/c$/), '1']);
});
