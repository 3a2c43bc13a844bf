import type { Field } from './structure';

/** Names a field among those of its level: two lists may have fields of one name. */
export const fieldKey = ({ label, list }: Pick<Field, 'label' | 'list'>) => (list === null ? label : `${list}: ${label}`);
