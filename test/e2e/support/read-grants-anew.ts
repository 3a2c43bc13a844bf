import type { Service } from './service';

/** After a test has changed grants or structures by SQL: the service keeps grants for as long as `rights` of the user stays the same. */
export const readGrantsAnew = ({ database }: Pick<Service, 'database'>) => database.query('UPDATE user_account SET rights = rights + 1');
