import { randomBytes } from 'node:crypto'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import {
  collectionKey,
  hashed,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../../platform/dynamodb/keys.ts'
import { onlyWhile } from '../../platform/dynamodb/only-while.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { softDelete } from '../../platform/dynamodb/soft-delete.ts'
import { transact, updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { incrementCount, insert, update, upsert } from '../../platform/dynamodb/write.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { type CallerIds, privilegesOf } from '../staff/live-user.ts'
import type { PermissionName } from '../staff/permissions.ts'
import type { ApiKeyInput } from './api-key.ts'

/** An API key as it is stored. */
export type ApiKeyRecord = Item & {
  readonly id: string
  readonly name: string
  /** SHA-256 of the secret. */
  readonly secretHash: string
  readonly permissions: readonly PermissionName[]
  /** Without its maker as an administrator a key is worth nothing. */
  readonly maker: { readonly userId: string; readonly roleId: string | null }
  readonly createdAt: string
  /** Unix ms; null if it does not end. */
  readonly endsAtMs: number | null
}

const apiKeyKey = (id: string): Key => collectionKey('API-KEY', id)

/** Record of the number of keys, for their limit. */
const countKey: Key = { pk: 'API-KEYS', sk: 'COUNT' }
const maxApiKeys = 50

/** Last use of a key. A record apart, as otherwise read-only functions write it. */
type Use = Item & { readonly usedAtMs: number }
const useKey = (id: string): Key => collectionKey('API-KEY-USE', id)
const useIsNewAfterMs = 60_000

const audited = ({ id, name }: Pick<ApiKeyRecord, 'id' | 'name'>) => ({
  kind: 'api-key' as const,
  subject: { id, name },
})

/** The id of a key is in its secret, so that one read finds it. */
const prefixOf = (id: string) => id.replaceAll('-', '')

/** The id of a key by the prefix of its secret. */
export const idOfPrefix = (prefix: string) =>
  prefix.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** An API key that was not revoked. */
export const findApiKey = (id: string) => read<ApiKeyRecord>(apiKeyKey(id))

/** The keys that were not revoked, for GET /api-keys. */
export async function listApiKeys(page?: Page) {
  const keys = await readAll<ApiKeyRecord>({ pk: 'API-KEY' }, page)
  const uses = (await readMany(keys.map(({ id }) => useKey(id)))) as (Use | undefined)[]
  return keys.map((key, at) => ({
    ...key,
    prefix: prefixOf(key.id),
    lastUsedAt: isoSecondsIfAny(uses[at]?.usedAtMs),
    expiresAt: isoSecondsIfAny(key.endsAtMs ?? undefined),
  }))
}

/**
 * Creates a key for POST /api-keys while its maker is an administrator. Throws `invalid` for
 * an end that is over, `adminRequired`, `tooManyApiKeys`.
 */
export async function createApiKey(
  { name, permissions, expiresAt }: ApiKeyInput,
  maker: CallerIds,
  nowMs: number,
) {
  const endsAtMs = expiresAt ? Date.parse(expiresAt) : null
  if (endsAtMs !== null && endsAtMs <= nowMs) {
    throw new Failure('invalid', { fault: 'expiresAt: is over' })
  }
  const id = newId()
  const key = randomBytes(32).toString('base64url')
  const { userId, roleId } = maker
  const record: ApiKeyRecord = {
    ...apiKeyKey(id),
    id,
    name,
    secretHash: hashed(key),
    permissions,
    maker: { userId, roleId },
    createdAt: isoSeconds(nowMs),
    endsAtMs,
  }
  await transact(
    onlyWhile(await privilegesOf(maker).prepareAdministratorChecks(), [
      insert(record),
      incrementCount(countKey, maxApiKeys, () => new Failure('tooManyApiKeys')),
      insertAuditEntry({
        ...audited(record),
        after: { name, permissions, expiresAt: expiresAt ?? null },
      }),
    ]),
  )
  const prefix = prefixOf(id)
  return { id, prefix, secret: `lpk_${prefix}_${key}` }
}

/**
 * Revokes a key for DELETE /api-keys/{id}; executions that know it accept it for ten seconds
 * more. Throws `notFound`.
 */
export const revokeApiKey = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const current = required(await findApiKey(id))
    const { name, permissions } = current
    await transact([
      ...softDelete(current, 'API-KEY', ['secretHash']),
      update(countKey, { add: { count: -1 } }),
      insertAuditEntry({ ...audited(current), before: { name, permissions } }),
    ])
  })

/** The names of keys by id, also of those that were revoked. */
export async function findApiKeyNames(ids: Iterable<string>) {
  const keys = [...ids].flatMap((id) => [
    apiKeyKey(id),
    softDeletedKey('API-KEY', idInKey(id)),
  ])
  const found = (await readMany(keys)) as (ApiKeyRecord | undefined)[]
  return new Map(found.flatMap((key) => (key ? [[key.id, key.name] as const] : [])))
}

/** Records the use of a key, once a minute. */
export async function recordUse(id: string, nowMs: number): Promise<void> {
  await updateIfHolds(
    upsert(useKey(id), {
      set: { usedAtMs: nowMs },
      when: 'attribute_not_exists(#usedAtMs) OR #usedAtMs < :aMinuteAgo',
      values: { aMinuteAgo: nowMs - useIsNewAfterMs },
    }),
  )
}
