import { type CurrentShop, furtherShop, inDeployment } from '../../current-shop.ts'
import { Failure } from '../../failure.ts'
import { shopSecrets } from '../deployment/shop-secrets.ts'
import type { Item, Key } from '../dynamodb/keys.ts'
import { deleteUnchanged, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  insert,
  put,
  type Write,
} from '../dynamodb/write.ts'

/**
 * States of a shop: `open`, `suspended` for every call, or `read-only` while it moves to
 * another deployment.
 */
export type ShopState = 'open' | 'suspended' | 'read-only'

/** Facts that every request of a shop needs, stored with each of its hosts. */
type ShopFacts = {
  readonly state: ShopState
  readonly keyVersions: NonNullable<CurrentShop['keyVersions']>
  readonly settings: NonNullable<CurrentShop['settings']>
}

/** A shop beside the main one, as the deployment lists it. */
export type ShopRecord = Item &
  ShopFacts & {
    readonly id: string
    readonly hosts: readonly string[]
    readonly createdAtMs: number
    /** Time when it last ceased to be open, in Unix ms; absent if it never has. */
    readonly closedAtMs?: number
    /**
     * Unfinished work: `deletion`, or the digest of the file of an import and its run.
     * The shop is suspended until it is done.
     */
    readonly unfinished?: string | null
    /** Time of the end of its import, in Unix ms; absent if it was not imported. */
    readonly importedAtMs?: number
  }

/** The shop of a host. A request reads this record alone. */
export type HostRecord = Item & ShopFacts & { readonly shop: string }

const shopKey = (id: string): Key => ({ pk: 'SHOPS', sk: id })
const hostKey = (host: string): Key => ({ pk: `HOST#${host}`, sk: 'HOST' })

const hostRecord = (
  host: string,
  { id, state, keyVersions, settings }: Pick<ShopRecord, 'id'> & ShopFacts,
): HostRecord => ({ ...hostKey(host), shop: id, state, keyVersions, settings })

/** The shop of a host; undefined for a host that none has. */
export const findHost = (host: string): Promise<HostRecord | undefined> =>
  inDeployment(() => read<HostRecord>(hostKey(host)))

/** A shop beside the main one. */
export const findShop = (id: string): Promise<ShopRecord | undefined> =>
  inDeployment(() => read<ShopRecord>(shopKey(id)))

/** Reads if the current shop is open. The main shop always is. */
export async function isOpenNow(): Promise<boolean> {
  const shop = furtherShop()
  return shop === undefined || (await findShop(shop.id))?.state === 'open'
}

/** Every shop beside the main one. */
export const allShops = (): Promise<ShopRecord[]> =>
  inDeployment(() => readAll<ShopRecord>({ pk: 'SHOPS' }))

/** A shop has other secrets than an earlier one of its id, which was deleted. */
export const firstVersions = (nowMs: number): ShopFacts['keyVersions'] =>
  Object.fromEntries(shopSecrets.map((name) => [name, [1 + Math.floor(nowMs / 1_000)]]))

/**
 * Stores a new shop, open unless `given` says otherwise. Throws `alreadyExists` for an id or
 * host that is taken.
 */
export async function createShop(
  id: string,
  hosts: readonly string[],
  nowMs: number,
  given: Partial<ShopFacts & Pick<ShopRecord, 'unfinished'>> = {},
): Promise<ShopRecord> {
  const taken = () => new Failure('alreadyExists')
  const shop: ShopRecord = {
    ...shopKey(id),
    id,
    hosts,
    state: 'open',
    keyVersions: firstVersions(nowMs),
    settings: {},
    createdAtMs: nowMs,
    ...given,
  }
  await inDeployment(() =>
    transact([
      insert(shop, taken),
      ...hosts.map((host) => insert(hostRecord(host, shop), taken)),
    ]),
  )
  return shop
}

const locked = ['state', 'closedAtMs', 'keyVersions', 'settings', 'unfinished'] as const

/** Changes a shop and what its hosts say of it. Throws VersionConflict after another change. */
export const changeShop = (
  shop: ShopRecord,
  changes: Partial<ShopFacts & Pick<ShopRecord, 'unfinished' | 'importedAtMs'>>,
): Promise<void> => {
  const changed = { ...shop, ...changes }
  const closes = shop.state !== changed.state && changed.state !== 'open'
  const set = { ...changes, ...(closes && { closedAtMs: Date.now() }) }
  return inDeployment(() =>
    transact([
      updateUnchanged(shop, locked, { set }),
      ...shop.hosts.map((host) => put(hostRecord(host, changed))),
    ]),
  )
}

/** Commits a transaction of the deployment only while what was begun of a shop is the same. */
export const checkUnfinished = (
  { pk, sk, unfinished }: ShopRecord,
  onConditionFailed: () => Error,
): Write =>
  conditionCheck(
    { pk, sk },
    { when: '#unfinished = :unfinished', values: { unfinished } },
    onConditionFailed,
  )

/** Deletes a shop that has nothing stored any more; its hosts are free again. */
export const deleteShop = (shop: ShopRecord): Promise<void> =>
  inDeployment(() =>
    transact([
      deleteUnchanged(shop, ['state', 'unfinished']),
      ...shop.hosts.map((host) => deleteIfPresent(hostKey(host))),
    ]),
  )

/** A shop as its work runs. */
export const currentOf = ({
  id,
  keyVersions,
  settings,
}: Pick<ShopRecord, 'id' | 'keyVersions' | 'settings'>): CurrentShop => ({
  id,
  keyVersions,
  settings,
})
