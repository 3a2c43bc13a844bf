// expects: no-restricted-syntax
import { createVerify } from 'node:crypto';
export const isSigned = (text: string, key: string, signature: string) => createVerify('sha256').update(text).verify(key, signature, 'hex');
