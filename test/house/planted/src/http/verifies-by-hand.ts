// expects: no-restricted-syntax
import { createHmac } from 'node:crypto';
export const signed = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');
