import { call } from './call';
import type { OneDocument } from './documents';
import { fieldKey } from './field-key';
import { Refusal } from './refusal';
import type { Client, Field, Level } from './structure';

interface Place {
  client: string;
  unit: string;
  level: string;
}
const queryOf = ({ client, unit, level }: Place) => ({ idUnidade: unit, idCliente: client, idArvoreOrganizacional: level });

/** Fields with a value, in the order of the level: problems of the service name them by their position. */
export const filled = (fields: readonly Field[], values: Readonly<Record<string, string>>) =>
  fields.filter((field) => (values[fieldKey(field)] ?? '').trim() !== '');

const creating = (fields: readonly Field[], values: Readonly<Record<string, string>>) => ({
  codigoCaixa: null,
  valoresCampos: filled(fields, values).map((field) => ({
    nomeLista: field.list ?? '',
    label: field.label,
    valorCampo: values[fieldKey(field)]!.trim(),
  })),
  arquivos: null,
});

export async function createDocument(place: Place, fields: readonly Field[], values: Record<string, string>) {
  const response = await call('POST', '/api/v3/Documento', { query: queryOf(place), body: creating(fields, values), isOnce: true });
  return (await response.json()) as { idDocumento: string; codigoDocumento: number };
}

/** Throws what the create would be refused with; nothing is stored. */
export const checkDocument = (place: Place, fields: readonly Field[], values: Record<string, string>, signal: AbortSignal) =>
  call('POST', '/api/v3/Documento', { query: { ...queryOf(place), simular: true }, body: creating(fields, values), signal });

export const changedFields = (fields: readonly Field[], before: Record<string, string>, after: Record<string, string>) =>
  fields.filter((field) => (before[fieldKey(field)] ?? '') !== (after[fieldKey(field)] ?? '').trim());

/** Changes only what differs, and only while the document is the one that was read. */
export const changeDocument = (place: Place, found: OneDocument, fields: readonly Field[], values: Record<string, string>) =>
  call('PUT', '/api/Documento/Put', {
    query: { ...queryOf(place), idDocumento: found.id },
    body: fields.map((field) => ({
      campo: field.label,
      valor: (values[fieldKey(field)] ?? '').trim(),
      nomeLista: field.list ?? '',
    })),
    headers: { 'If-Match': found.etag },
  });

/** A result does not say which unit a document belongs to: the next one is asked if it is not of this one. */
export async function removeDocument(client: Client, level: Level, id: string): Promise<void> {
  for (const [index, unit] of client.units.entries()) {
    const query = { ...queryOf({ client: client.id, unit: unit.id, level: level.id }), idDocumento: id };
    try {
      await call('DELETE', '/api/Documento/Delete', { query });
      return;
    } catch (problem) {
      const isElsewhere = problem instanceof Refusal && problem.code === 'DOCUMENTO_INEXISTENTE' && index + 1 < client.units.length;
      if (!isElsewhere) throw problem;
    }
  }
}

/** Undoes a deletion while the service keeps the bytes; share links do not come back. */
export const restoreDocument = (client: string, id: string) => call('POST', `/api/Documento/${id}/cliente/${client}/restaurar`);

export const changePassword = (user: string, password: string) =>
  call('PATCH', `/api/Usuario/${user}/AlterarSenhaUsuario`, { body: { novaSenha: password } });
