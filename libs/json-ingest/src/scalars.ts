const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const LITERALS = ['true', 'false', 'null'];

/** Is the text one of JSON's numbers or literals? */
export function isScalar(text: string): boolean {
  return SCALAR.test(text);
}

/** Could more characters make it one? */
export function beginsScalar(text: string): boolean {
  return LITERALS.some((literal) => literal.startsWith(text)) || SCALAR.test(`${text}0`);
}

/** May the byte stand in a number or literal? Letters, digits, `+`, `-`, `.` */
export function isScalarByte(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
