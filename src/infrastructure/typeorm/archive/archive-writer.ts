import type { Clock } from '#application/ports/clock';
import { stableId } from '#application/stable-id';
import { areMore, type ArchiveImage, type BoxImage, type Kind, type Thing, type UserImage } from '#domain/archive/archive-image';
import { ofKind, type Difference, type DifferenceOf } from '#domain/archive/differences';
import { fold } from '#domain/text';
import { places, type Parameter, type Sql } from '../sql';
import { batches } from '../batches';
import { rowOfContract, rowOfService } from './contract-rows';
import { keepCustody } from './custody';
import { RowKeeper } from './row-keeper';
import { StructureWriter } from './structure-writer';
import { WorkflowWriter } from './workflow-writer';

type Row = Readonly<Record<string, Parameter>>;

/** Writes what differs between two pictures of an archive. */
export class ArchiveWriter {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly before: ArchiveImage,
    private readonly after: ArchiveImage,
    private readonly all: readonly Difference[],
    /** Of a new client's structure: never one that a client of the same id had before. */
    private readonly firstVersion: number,
  ) {}

  async write(): Promise<void> {
    await this.things('units', 'service_unit', ({ name, cnpj }) => ({ name, cnpj }));
    await this.things('boxTypes', 'box_type', ({ name }) => ({ name }));
    await this.things('profiles', 'profile', ({ name, permissions }) => ({ name, permissions: permissions.join(' ') }));
    await this.clients();
    await new StructureWriter(new RowKeeper(this.sql, this.clock), this.sql, this.after, this.all).write();
    await this.boxes();
    await keepCustody(this.sql, ofKind(this.all, 'boxes'), this.clock.now());
    await this.things('contracts', 'contract', rowOfContract);
    await this.things('services', 'contract_service', rowOfService);
    await this.things('origins', 'signature_origin', ({ clientId, message }) => ({ client_id: clientId, message }));
    await this.users();
    await new WorkflowWriter(this.sql, this.clock, this.all).write();
    await this.versions();
  }

  private async things<K extends Kind>(kind: K, table: string, rowOf: (thing: Thing<K>) => Row, ofNew: Row = {}): Promise<void> {
    const found = ofKind(this.all, kind) as unknown as { id: string; before: Thing<K> | null; after: Thing<K> | null }[];
    for (const batch of batches(found.filter(({ after }) => after === null).map(({ id }) => id))) {
      await this.sql.write(`DELETE FROM ${table} WHERE id IN (${places(batch)})`, batch);
    }
    for (const { id, before, after } of found) {
      if (!before || !after) continue;
      const row = rowOf(after);
      const columns = Object.keys(row).map((column) => `${column} = ?`);
      await this.sql.write(`UPDATE ${table} SET ${columns.join(', ')} WHERE id = ?`, [...Object.values(row), id]);
    }
    const added = found.flatMap(({ id, before, after }) => (!before && after ? [{ id, ...rowOf(after), ...ofNew } as Row] : []));
    if (added[0])
      await this.sql.insert(
        table,
        Object.keys(added[0]),
        added.map((row) => Object.values(row)),
      );
  }

  private async clients(): Promise<void> {
    await this.things('clients', 'client', ({ name, defaultProfileId }) => ({ name, default_profile_id: defaultProfileId }), {
      structure_version: this.firstVersion,
    });
    for (const { id, before, after } of ofKind(this.all, 'clients')) {
      if (!after) await this.sql.write('DELETE FROM subscription_key WHERE client_id = ?', [id]);
      if (before) await this.sql.write('DELETE FROM client_unit WHERE client_id = ?', [id]);
      await this.sql.insert(
        'client_unit',
        ['client_id', 'unit_id'],
        (after?.unitIds ?? []).map((unitId) => [id, unitId]),
      );
    }
  }

  /** Boxes may swap their codes: none keeps its own while another one gets it. */
  private async boxes(): Promise<void> {
    for (const { id, before, after, attributes } of ofKind(this.all, 'boxes')) {
      if (!before || !after || !(attributes.includes('code') || attributes.includes('unitId'))) continue;
      await this.sql.write('UPDATE box SET code = -1 - code WHERE id = ?', [id]);
    }
    await this.things('boxes', 'box', (box: BoxImage) => ({
      code: box.code,
      client_id: box.clientId,
      unit_id: box.unitId,
      numbered_by: box.unitId === null ? 'client' : 'unit',
      type_id: box.typeId,
      provisional_number: box.provisional,
      parent_id: box.parentId,
    }));
  }

  private async users(): Promise<void> {
    const found = ofKind(this.all, 'users');
    for (const { id, before, attributes } of found) {
      if (before && attributes.includes('login')) await this.sql.write('UPDATE user_account SET login_key = ? WHERE id = ?', [id, id]);
    }
    await this.things(
      'users',
      'user_account',
      (user: UserImage) => ({
        login: user.login,
        login_key: fold(user.login),
        name: user.name,
        password_hash: user.passwordHash,
        active: user.active ? 1 : 0,
        email: user.email,
        home_client_id: user.homeClientId,
      }),
      { page_size: 50, created_at: this.clock.now().getTime() },
    );
    for (const difference of found) await this.user(difference);
  }

  private async user({ id, before, after, attributes }: DifferenceOf<'users'>): Promise<void> {
    if (!after) return;
    if (before && (!after.active || attributes.includes('passwordHash') || areMore(before.grants, after.grants))) {
      await this.sql.write(`UPDATE session SET ended_at = ${this.sql.now} WHERE user_id = ? AND ended_at IS NULL`, [id]);
    }
    // Whatever was to happen some day, the definition has said what is to be now.
    if (before && attributes.includes('active')) await this.sql.write('UPDATE user_account SET inactive_from = NULL WHERE id = ?', [id]);
    if (before && !attributes.includes('grants')) return;
    if (before) await this.sql.write('DELETE FROM user_grant WHERE user_id = ?', [id]);
    // A login may pass to another user, whose grants then need ids of their own.
    const name = stableId('user', fold(after.login)) === id ? fold(after.login) : id;
    await this.sql.insert(
      'user_grant',
      ['id', 'user_id', 'client_id', 'unit_id', 'node_id', 'profile_id'],
      after.grants.map(({ clientId, unitId, levelId, profileId }, index) => [
        stableId('grant', name, String(index)),
        id,
        clientId,
        unitId,
        levelId,
        profileId,
      ]),
    );
  }

  /** Whoever keeps a client's structure reads it anew (ADR 0006). */
  private async versions(): Promise<void> {
    const changed = new Set<string>();
    const ofClients = (['levels', 'fields', 'lists', 'boxes', 'origins', 'workflows'] as const).flatMap((kind) => ofKind(this.all, kind));
    for (const { before, after } of ofClients) {
      for (const thing of [before, after]) if (thing) changed.add(thing.clientId);
    }
    for (const { id } of ofKind(this.all, 'clients')) changed.add(id);
    const units = new Set(ofKind(this.all, 'units').map(({ id }) => id));
    for (const client of this.after.clients.values()) if (client.unitIds.some((unitId) => units.has(unitId))) changed.add(client.id);
    const known = [...changed].filter((id) => this.before.clients.has(id));
    for (const batch of batches(known)) {
      await this.sql.write(`UPDATE client SET structure_version = structure_version + 1 WHERE id IN (${places(batch)})`, batch);
    }
  }
}
