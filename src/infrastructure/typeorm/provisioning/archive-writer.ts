import { In, IsNull, type EntitySchema } from 'typeorm';
import type { Clock } from '#application/ports/unit-of-work';
import { stableId } from '#application/support/stable-id';
import { areMore, type ArchiveImage, type BoxImage, type Kind, type Thing, type UserImage } from '#domain/provisioning/archive-image';
import { ofKind, type Difference, type DifferenceOf } from '#domain/provisioning/differences';
import { fold } from '#domain/text';
import {
  BoxEntity,
  BoxTypeEntity,
  ClientEntity,
  ClientUnitEntity,
  ContractEntity,
  ContractServiceEntity,
  ProfileEntity,
  ServiceUnitEntity,
  SessionEntity,
  SignatureOriginEntity,
  SubscriptionKeyEntity,
  UserAccountEntity,
  UserGrantEntity,
} from '../entities';
import type { Sql } from '../sql';
import { searchTextOf } from '../users/search-text';
import { raiseRightsByProfiles, raiseRightsOfUser, raiseStructureVersions } from '../users/rights';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { batches, groupsOf } from '../batches';
import { rowOfContract, rowOfService } from './contract-rows';
import { keepCustody } from './custody';
import { RowKeeper } from './row-keeper';
import { StructureWriter } from './structure-writer';
import { WorkflowWriter } from './workflow-writer';

interface OfClient {
  clientId?: string;
}

const of = (clientId: string | undefined): OfClient => (clientId === undefined ? {} : { clientId });

/** Writes the differences between two images of an archive. */
export class ArchiveWriter {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly before: ArchiveImage,
    private readonly after: ArchiveImage,
    private readonly all: readonly Difference[],
    /** Structure version of a new client: never one used before by a client with the same id. */
    private readonly firstVersion: number,
    /** The client of new box types and profiles; null: the service. */
    private readonly owner: string | null = null,
  ) {}

  async write(): Promise<void> {
    await this.things('units', ServiceUnitEntity, (unit) => unit);
    const own = { clientId: this.owner };
    await this.things('boxTypes', BoxTypeEntity, (type) => type, own);
    await this.things(
      'profiles',
      ProfileEntity,
      ({ permissions, ...profile }) => ({ ...profile, permissions: permissions.join(' ') }),
      own,
    );
    await this.clients();
    await new StructureWriter(new RowKeeper(this.sql, this.clock), this.unitOfWork, this.after, this.all).write();
    await this.boxes();
    await keepCustody(this.unitOfWork, ofKind(this.all, 'boxes'), this.clock.now());
    await this.things('contracts', ContractEntity, rowOfContract);
    await this.things('services', ContractServiceEntity, rowOfService);
    await this.things('origins', SignatureOriginEntity, (origin) => origin);
    await this.users();
    await new WorkflowWriter(this.unitOfWork, this.clock, this.all).write();
    await this.versions();
  }

  private async things<K extends Kind, Row extends { id: string }>(
    kind: K,
    target: EntitySchema<Row>,
    rowOf: (thing: Thing<K>) => Partial<Row>,
    ofNew: Partial<Row> = {},
  ): Promise<void> {
    const { manager } = this.unitOfWork;
    const found = ofKind(this.all, kind) as unknown as { id: string; before: Thing<K> | null; after: Thing<K> | null }[];
    const clientOf = (thing: Thing<K>) => (rowOf(thing) as OfClient).clientId;
    /** Of another client it is another row, which may lie elsewhere. */
    const stays = (before: Thing<K> | null, after: Thing<K> | null) =>
      before !== null && after !== null && clientOf(before) === clientOf(after);
    const gone = found.flatMap(({ id, before, after }) => (before && !stays(before, after) ? [{ id, client: clientOf(before) }] : []));
    for (const [client, own] of groupsOf(gone, (each) => each.client))
      for (const batch of batches(own)) await manager.delete(target, { ...of(client), id: In(batch.map(({ id }) => id)) } as never);
    for (const { id, before, after } of found) {
      if (!after || !stays(before, after)) continue;
      const { clientId, ...row } = rowOf(after) as Partial<Row> & OfClient;
      await manager.update(target, { ...of(clientId), id } as never, row as never);
    }
    const added = found.flatMap(({ before, after }) => (after && !stays(before, after) ? [{ ...rowOf(after), ...ofNew } as never] : []));
    await this.unitOfWork.insert(target, added);
  }

  private async clients(): Promise<void> {
    const { manager } = this.unitOfWork;
    const structureVersion = this.firstVersion;
    await this.things('clients', ClientEntity, ({ id, name, defaultProfileId }) => ({ id, name, defaultProfileId }), { structureVersion });
    for (const { id: clientId, before, after } of ofKind(this.all, 'clients')) {
      if (!after) await manager.delete(SubscriptionKeyEntity, { clientId });
      if (before) await manager.delete(ClientUnitEntity, { clientId });
      await this.unitOfWork.insert(ClientUnitEntity, (after?.unitIds ?? []).map((unitId) => ({ clientId, unitId }))); // prettier-ignore
    }
  }

  /** Boxes may swap codes, so changing boxes first get temporary negative codes. */
  private async boxes(): Promise<void> {
    for (const { id, before, after, attributes } of ofKind(this.all, 'boxes')) {
      if (!before || !after || !(attributes.includes('code') || attributes.includes('unitId'))) continue;
      await this.unitOfWork.manager.update(BoxEntity, { id, clientId: before.clientId }, { code: () => '-1 - code' });
    }
    await this.things('boxes', BoxEntity, ({ provisional, ...box }: BoxImage) => ({
      ...box,
      numberedBy: box.unitId === null ? ('client' as const) : ('unit' as const),
      provisionalNumber: provisional,
    }));
  }

  private async users(): Promise<void> {
    const found = ofKind(this.all, 'users');
    const { manager } = this.unitOfWork;
    for (const { id, before, attributes } of found) {
      if (before && attributes.includes('login')) await manager.update(UserAccountEntity, { id }, { loginKey: id });
    }
    const rowOf = ({ grants: _grants, ...user }: UserImage) => ({ ...user, loginKey: fold(user.login), searchText: searchTextOf(user) });
    await this.things('users', UserAccountEntity, rowOf, {
      pageSize: 50,
      rights: this.firstVersion,
      createdAt: this.clock.now(),
    });
    for (const difference of found) await this.user(difference);
  }

  private async user({ id, before, after, attributes }: DifferenceOf<'users'>): Promise<void> {
    if (!after) return;
    const { manager } = this.unitOfWork;
    if (before && (!after.active || attributes.includes('passwordHash') || areMore(before.grants, after.grants))) {
      await manager.update(SessionEntity, { userId: id, endedAt: IsNull() }, { endedAt: () => this.sql.now });
    }
    // The definition overrides a planned inactivation.
    const unplanned = { inactiveFrom: null, ...(after.active && { orphanedUntil: null }) };
    if (before && attributes.includes('active')) await manager.update(UserAccountEntity, { id }, unplanned);
    if (before && !attributes.includes('grants')) return;
    if (before) await manager.delete(UserGrantEntity, { userId: id });
    // A login may pass to another user, whose grants then need different ids.
    const name = stableId('user', fold(after.login)) === id ? fold(after.login) : id;
    const grants = after.grants.map(({ levelId, ...grant }, index) => {
      return { ...grant, id: stableId('grant', name, String(index)), userId: id, nodeId: levelId };
    });
    await this.unitOfWork.insert(UserGrantEntity, grants);
    if (before) await raiseRightsOfUser(this.sql, id);
  }

  /** Invalidates cached structures of the client (ADR 0006). */
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
    for (const batch of batches(known)) await raiseStructureVersions(this.sql, batch);
    const profiles = ofKind(this.all, 'profiles').map(({ id }) => id);
    for (const batch of batches(profiles)) await raiseRightsByProfiles(this.sql, batch);
  }
}
