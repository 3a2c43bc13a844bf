export { checkExtension, type Verdict } from './check-extension';
export { SIGNATURE_BYTES, detect, type Detected } from './detect';
export { normaliseExtension } from './extension';
export type { ReadBytes } from './zip-directory';
export { contentTypeOf, isInlineSafe } from './serving';
