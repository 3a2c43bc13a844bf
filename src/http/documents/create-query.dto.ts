import type { CreateDocumentInput } from '#application/documents/create-document.use-case';
import { SIMULATION } from '../openapi/dry-run';
import { DocumentPlaceQuery } from '../auth/place-query';
import type { FileInput } from '#application/files/file-acceptance';
import { Choice, Flag } from '../validation/decorators';

/** `chaveExterna` in the body of each version. */
export const EXTERNAL_KEY = {
  description:
    "The document's own id in your system, unique per client among documents that are not deleted. A second create with it is refused (422) " +
    'with the ids of the first in the message; with `seExistir=retornar` it answers 200 with those ids.',
  max: 100,
  allowEmpty: true,
  example: 'ERP-2026-000123',
};

export class CreateQuery extends DocumentPlaceQuery {
  @Choice(['recusar', 'retornar'], {
    description: 'When the client has a document with this `chaveExterna`: refuse, or answer its ids (200).',
  })
  seExistir?: 'recusar' | 'retornar';

  @Flag({ description: SIMULATION, filled: true })
  simular?: boolean;
}

export function placeInput({
  idUnidade,
  idArvoreOrganizacional,
  seExistir,
}: CreateQuery): Pick<CreateDocumentInput, 'unitId' | 'nodeId' | 'ifExists'> {
  return { unitId: idUnidade, nodeId: idArvoreOrganizacional, ifExists: seExistir === 'retornar' ? 'return' : 'refuse' };
}

/** A file of a request; unreadable members are null. */
export type UnreadFile = Omit<FileInput, 'source' | 'extension'> & { source: FileInput['source'] | null; extension: string | null };

type ReadableFile<F> = F & Pick<FileInput, 'source' | 'extension'>;

/** The files that the archive can check: source and extension are readable. */
export function readableFiles<T, F extends UnreadFile>(
  sent: readonly T[] | null,
  toFile: (sent: T, index: number) => F,
): ReadableFile<F>[] {
  return (sent ?? []).map(toFile).filter((file): file is ReadableFile<F> => file.source !== null && file.extension !== null);
}
