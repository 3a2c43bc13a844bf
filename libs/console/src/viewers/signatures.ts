export interface Signature {
  who: string;
  company: string;
  when: string;
  code: string;
}

const NAMES = { who: 'AssinaturaSignatario', company: 'AssinaturaEmpresa', when: 'AssinaturaDataHora', code: 'AssinaturaCodigo' };

const CODE = /^[0-9A-Z]{26}$/;

/**
 * The service writes each signature into the properties of the file; those of later ones have a number behind their names. Anybody can write
 * them into a file: what is true of them is said by `/verificar`.
 */
export function signaturesIn(properties: Readonly<Record<string, unknown>>): Signature[] {
  const text = (name: string) => (typeof properties[name] === 'string' ? properties[name] : '');
  const found: Signature[] = [];
  for (let number = 1, suffix = ''; ; suffix = `_${(number += 1)}`) {
    const signature = Object.fromEntries(Object.entries(NAMES).map(([part, name]) => [part, text(name + suffix)])) as unknown as Signature;
    if (!CODE.test(signature.code)) return found;
    found.push(signature);
  }
}
