import { Injectable } from '@nestjs/common';
import { ApiKeys, type CallersKey } from '#application/ports/users';
import { readPermissions } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { ApiKey } from '#domain/users/api-key';
import { ApiKeyEntity } from '../entities';
import { idBytes, idsBytes } from '../id-bytes';
import { clientsOf, reached, withinClients } from '../scope-condition';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { USE_NOTED_MS } from './key-columns';

/** Raw SQL: times are the database's. */
@Injectable()
export class TypeOrmApiKeys extends ApiKeys {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async add(scope: Scope, { lifeMs, ...key }: Omit<ApiKey, 'createdAt' | 'endsAt' | 'lastUsedAt'>, keyHash: string): Promise<void> {
    const { clientId, id, userId, prefix, name, permissions, nodeId, networks, createdBy } = reached(scope, key);
    const { now } = this.sql;
    await this.sql.write(
      `INSERT INTO api_key (client_id, id, user_id, key_hash, prefix, name, permissions, node_id, networks, created_by, created_at, life_ms, ends_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, ?, ${now} + ?)`,
      [
        idBytes(clientId),
        id,
        userId,
        keyHash,
        prefix,
        name,
        permissions.join(' '),
        nodeId,
        JSON.stringify(networks),
        createdBy,
        lifeMs,
        lifeMs,
      ],
    );
  }

  async ofAccount(scope: Scope, userId: string): Promise<ApiKey[]> {
    const where = { userId, clientId: withinClients(scope) };
    const rows = await this.unitOfWork.manager.find(ApiKeyEntity, { where, order: { createdAt: 'DESC', id: 'DESC' } });
    return rows.map(toKey);
  }

  async find(scope: Scope, userId: string, id: string): Promise<ApiKey | null> {
    const row = await this.unitOfWork.manager.findOneBy(ApiKeyEntity, { id, userId, clientId: withinClients(scope) });
    return row && toKey(row);
  }

  async end(scope: Scope, userId: string, keyId: string, inMs: number): Promise<boolean> {
    const { now } = this.sql;
    const clients = clientsOf(scope);
    const { affected } = await this.sql.write(
      `UPDATE api_key SET ends_at = CASE WHEN ends_at > ${now} + ? THEN ${now} + ? ELSE ends_at END
       WHERE client_id IN (${places(clients)}) AND id = ? AND user_id = ? AND ends_at > ${now}`,
      [inMs, inMs, ...idsBytes(clients), keyId, userId],
    );
    return affected === 1;
  }

  async noteUse({ clientId, id }: CallersKey): Promise<void> {
    const { now } = this.sql;
    await this.sql.write(
      `UPDATE api_key SET last_used_at = ${now} WHERE client_id = ? AND id = ? AND (last_used_at IS NULL OR last_used_at < ${now} - ?)`,
      [idBytes(clientId), id, USE_NOTED_MS],
    );
  }
}

function toKey({ keyHash: _hash, permissions, ...key }: ApiKeyEntity): ApiKey {
  return { ...key, permissions: readPermissions(permissions.split(' ')) };
}
