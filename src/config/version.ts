/** Of this program; package.json says the same (test/house/packaging.spec.ts). */
export const VERSION = '0.1.0';
