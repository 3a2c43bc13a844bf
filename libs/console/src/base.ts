const here = import.meta.url;

/** Path of the console without a trailing slash, such as `/console` or, behind a proxy, `/arquivo/console`: all scripts are directly below. */
export const BASE = import.meta.env.DEV ? '/console' : new URL('.', here).pathname.replace(/\/$/, '');

/** Absolute address of a path of the service, such as `/api/Estrutura`. */
export const serviceUrl = (path: string) => BASE.replace(/\/[^/]*$/, '') + path;
