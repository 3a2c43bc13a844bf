import { fold } from '#domain/text';

/** What users are found by: a folded copy of login and name. */
export const searchTextOf = ({ login, name }: { login: string; name: string }): string => fold(`${login} ${name}`);
