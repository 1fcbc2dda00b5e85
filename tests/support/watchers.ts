import { expect } from 'vitest'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { allWatchers } from '../../shared/lightning/payments-feed/watchers.ts'
import type { Client } from './client.ts'
import { type Shop, webhookSecret } from './shop.ts'

type Frame = { readonly type: string; readonly paymentHash?: string }

export const isConnected = ({ type }: Frame) => type === 'connected'

/** Finds the frames of a payment. */
export const pays =
  (hash: string) =>
  ({ paymentHash }: Frame) =>
    paymentHash === hash

/** Posts a payment's notification, as the node does. */
export async function notifyShop(shop: Shop, notification: object): Promise<void> {
  const raw = JSON.stringify({ type: 'payment_received', ...notification })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  const { status } = await shop.anonymous().send('POST', '/webhook/node', raw, headers)
  expect(status).toBe(200)
}

/** Opens a watcher and waits for its first frame. */
export async function openWatcherOf(shop: Shop, client: Client) {
  const watcher = await shop.watch(client)
  await watcher.until(isConnected)
  return watcher
}

/** The recorded sockets of a client's session. */
export async function watchersOnRecord(client: Client) {
  const [, payload = ''] = client.cookies.get('accessToken')?.split('.') ?? []
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return (await allWatchers()).filter(({ sessionId }) => sessionId === sid)
}

/** Closes the only socket of a session and waits until $disconnect has been handled. */
export async function closeWatcher(
  client: Client,
  { socket }: { socket: { close: () => void } },
): Promise<void> {
  socket.close()
  await expect.poll(() => watchersOnRecord(client)).toEqual([])
}
