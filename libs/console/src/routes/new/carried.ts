/** Files on their way from a drop on the grid to the form. */
let carried: readonly File[] = [];

export const carryFiles = (files: readonly File[]) => void (carried = files);

export function carriedFiles(): readonly File[] {
  const files = carried;
  carried = [];
  return files;
}
