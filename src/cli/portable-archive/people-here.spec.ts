import type { UserImage } from '#domain/provisioning/archive-image';
import { emptyImage } from '#domain/provisioning/kinds';
import { refuseOthersPeople } from './people-here';

const CLIENT = 'the client of the bag';
const person = (id: string, login: string, homeClientId: string | null): UserImage => ({
  id,
  login,
  name: login,
  email: null,
  active: true,
  passwordHash: '',
  service: false,
  homeClientId,
  grants: [],
});

describe('a user that exists in the bag and in the archive', () => {
  const coming = { client: { id: CLIENT }, users: [{ id: '1', login: 'ana', name: 'Ana', passwordHash: 'x', grants: [] }] };
  function check(...here: UserImage[]): () => void {
    const image = emptyImage();
    image.clients.set(CLIENT, {} as never);
    for (const user of here) image.users.set(user.id, user);
    return () => refuseOthersPeople(image, coming, false);
  }

  it('may have been given another login since the import', () => {
    expect(check(person('1', 'ana.souza', CLIENT))).not.toThrow();
  });

  it.each([
    ['have the login of somebody else', [person('2', 'ANA', null)]],
    ['have the id of somebody else', [person('1', 'rui', 'another client')]],
    ['have got a login that another has taken since', [person('1', 'ana.souza', CLIENT), person('2', 'ana', null)]],
  ])('may not %s', (_, here) => {
    expect(check(...here)).toThrow('of the bag has the id or the login of another user of this archive');
  });
});
