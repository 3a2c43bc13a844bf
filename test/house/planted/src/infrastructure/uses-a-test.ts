// expects: no-tests-in-the-house
export { helper } from '../../test/helper';
