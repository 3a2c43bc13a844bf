/** Without letters and digits that look alike. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%+-=?@'];
const LENGTH = 14;

/** Evenly among so many. */
function below(limit: number): number {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (number < 256 - (256 % limit)) return number % limit;
  }
}

/** A password that the service accepts: one of each kind, the rest of all. */
export function newPassword(): string {
  const all = KINDS.join('');
  const letters = Array.from({ length: LENGTH }, (_, index) => {
    const kind = KINDS[index] ?? all;
    return kind[below(kind.length)]!;
  });
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [letters[at], letters[other]] = [letters[other]!, letters[at]!];
  }
  return letters.join('');
}
