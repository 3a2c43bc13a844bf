// expects: domain-without-packages
export { createHash } from 'node:crypto';
