import { type CurrentShop, inDeployment, mainShop } from '../../current-shop.ts'
import { settings } from '../deployment/settings.ts'
import type { Item, Key } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { deleteIfPresent, put } from '../dynamodb/write.ts'
import { socketRecordSeconds } from '../sockets/event.ts'

/*
 * API Gateway names no host after $connect, so the deployment records the shop of each
 * connection but those of the main shop.
 */

type ConnectionRecord = Item & { readonly shop: CurrentShop; readonly expiresAt: number }

const connectionKey = (connectionId: string): Key => ({
  pk: `CONNECTION#${connectionId}`,
  sk: 'SHOP',
})

/** The shops of connections that this instance has read: a connection never changes its shop. */
const known = new Map<string, CurrentShop>()

const maxKnown = 2_000

/** Records the current shop's new connection. */
export async function recordConnection(
  connectionId: string,
  shop: CurrentShop,
  nowMs: number,
): Promise<void> {
  if (shop.id === mainShop.id) return
  const record: ConnectionRecord = {
    ...connectionKey(connectionId),
    shop,
    expiresAt: Math.ceil(nowMs / 1000) + socketRecordSeconds,
  }
  await inDeployment(() => transact([put(record)]))
}

/**
 * Returns the shop of an open connection; the main one without a record. A further shop's
 * connection lacks its record only when a frame arrives after its end; in the main shop
 * that frame does nothing, because a socket acts only with the record that its own
 * $connect has written: of a watcher, or of an agent and its tunnel.
 */
export async function shopOfConnection(connectionId: string): Promise<CurrentShop> {
  if (settings.shopDomain() === '') return mainShop
  const last = known.get(connectionId)
  if (last) return last
  const record = await inDeployment(() =>
    read<ConnectionRecord>(connectionKey(connectionId)),
  )
  if (!record) return mainShop
  if (known.size === maxKnown) known.clear()
  known.set(connectionId, record.shop)
  return record.shop
}

/** Forgets a connection that has ended. */
export async function forgetConnection(
  connectionId: string,
  shop: CurrentShop,
): Promise<void> {
  if (shop.id === mainShop.id) return
  known.delete(connectionId)
  await inDeployment(() => transact([deleteIfPresent(connectionKey(connectionId))]))
}
