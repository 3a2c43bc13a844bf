import type { ArchiveImage } from '#domain/provisioning/archive-image';
import { t } from '#src/terminal/language';
import { BagRefused } from './bag-refused';
import type { ComingClient } from './merged-definition';

export const clientHere = ({ clients }: ArchiveImage, { client }: ComingClient) =>
  [...clients.values()].find(({ id, name }) => id === client.id || name === client.name);

/** The client did not exist when this import began: an operator or another bag has created it meanwhile. */
export function refuseSecond(image: ArchiveImage, coming: ComingClient): void {
  const { name } = coming.client;
  if (!clientHere(image, coming)) return;
  throw new BagRefused([
    t(
      `client "${name}" was created in this archive while the bag was being checked`,
      `o cliente "${name}" passou a existir neste acervo enquanto o bag era conferido`,
    ),
  ]);
}
