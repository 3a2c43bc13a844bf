// expects: libs-stand-alone
export { beta } from '../../beta/src/index';
