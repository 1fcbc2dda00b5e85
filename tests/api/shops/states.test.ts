import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { scan } from '../../../infra/operate/scan.ts'
import { closeSockets } from '../../../infra/operate/shop-sockets.ts'
import { inDeployment, inShop } from '../../../shared/current-shop.ts'
import { VersionConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent } from '../../../shared/platform/dynamodb/write.ts'
import { urlInShop } from '../../../shared/platform/shops/serve-socket.ts'
import {
  allShops,
  changeShop,
  createShop,
  findShop,
  type ShopRecord,
  type ShopState,
} from '../../../shared/platform/shops/shop-records.ts'
import { withSettledRefund } from '../../../shared/selling/refunds/settle-payout.ts'
import type { Order } from '../../../shared/selling/sales/orders.ts'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'
import { connectionOf, storeAgent } from '../../support/tunnel-agents.ts'

let corner: Shop
let cafe: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  cafe = await openBeside(corner, 'cafe')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await corner.close()
})

/** Functions use a host's record for five seconds. */
const noticedAfterMs = 5_000

async function become(state: ShopState): Promise<void> {
  const shop = await findShop('corner')
  if (shop) await changeShop(shop, { state })
  vi.setSystemTime(Date.now() + noticedAfterMs)
}

describe('a suspended shop', () => {
  it('refuses every call and socket with a sentence, and works again when it is resumed', async () => {
    const client = await corner.admin()
    await become('suspended')
    const refusal = {
      status: 403,
      body: { message: 'This shop is suspended: ask who hosts it' },
    }
    const calls = new Client(corner.url, Object.fromEntries(client.cookies))
    expect(await calls.get('/api/health')).toMatchObject(refusal)
    expect(await calls.get('/products')).toMatchObject(refusal)
    expect(await calls.post('/auth/login', {})).toMatchObject(refusal)
    await expect(corner.watch(client)).rejects.toThrow('refused: 403')
    expect((await (await cafe.admin()).get('/products')).status).toBe(200)
    await become('open')
    expect((await client.get('/products')).status).toBe(200)
  })

  it('has its tunnels closed, and those of other shops stay open', async () => {
    const own = await openTunnelOf(corner)
    const other = await openTunnelOf(cafe)
    await become('suspended')
    await closeSockets(corner.served)
    await eventually(() => expect(own.readyState).toBe(WebSocket.CLOSED))
    expect(other.readyState).toBe(WebSocket.OPEN)
    await expect(openTunnelOf(corner)).rejects.toThrow('403')
    await become('open')
    await openTunnelOf(corner)
  })
})

/** Opens the tunnel of a new agent of a shop, until the test ends. */
async function openTunnelOf(shop: Shop): Promise<WebSocket> {
  const { id, bearer } = await inShop(shop.served, () => storeAgent())
  const url = urlInShop(`${shop.url.replace('http', 'ws')}/ws/tunnel`, shop.served)
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${bearer}` } })
  onTestFinished(async () => {
    socket.terminate()
    // Its end changes records, which the next test compares
    await expect.poll(() => inShop(shop.served, () => connectionOf(id))).toBeNull()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

describe('a frame without the record of its connection', () => {
  it('does nothing in the main shop', async () => {
    const watcher = await corner.watch(await corner.admin())
    await watcher.until(({ type }) => type === 'connected')
    const records = () => inDeployment(() => scan({ beginWith: '' }, undefined, 10_000))
    const connections = (await records()).items.flatMap(({ pk }) =>
      pk?.S?.startsWith('CONNECTION#') ? [pk.S] : [],
    )
    await inDeployment(() =>
      transact(connections.map((pk) => deleteIfPresent({ pk, sk: 'SHOP' }))),
    )
    const before = (await records()).items
    watcher.socket.send(JSON.stringify({ action: 'replay', since: Date.now() - 60_000 }))
    await sleep(500)
    expect((await records()).items).toEqual(before)
    expect(watcher.frames.map(({ type }) => type)).toEqual(['connected'])
    watcher.socket.close()
    await watcher.closed
    await sleep(500)
    expect((await records()).items).toEqual(before)
  })
})

describe('a shop that is moved', () => {
  it('is read as before, and takes no change until it is open again', async () => {
    const client = await corner.admin()
    await become('read-only')
    const calls = new Client(corner.url, Object.fromEntries(client.cookies))
    const refused = await calls.post('/spaces', { name: 'Hall' })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        message: 'This shop is being moved and takes no changes now, try again later',
      },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    await expect(corner.watch(client)).rejects.toThrow('refused: 503')
    expect((await calls.get('/spaces')).status).toBe(200)
    await become('open')
    expect((await calls.post('/spaces', { name: 'Hall' })).status).toBe(201)
  })

  it('leaves a begun refund as it is when its order is read', async () => {
    const order = { id: randomUUID(), refunding: { id: 'begun' } } as unknown as Order
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const read = () => withSettledRefund(order)
    expect(await inShop({ id: 'corner', isReadOnly: true }, read)).toBe(order)
    expect(send).not.toHaveBeenCalled()
    await inShop({ id: 'corner' }, read)
    expect(send).toHaveBeenCalled()
    send.mockRestore()
  })
})

describe('shops', () => {
  it('are deleted only as they were suspended, not after they were open again', async () => {
    await become('suspended')
    const suspended = await findShop('corner')
    await become('open')
    await become('suspended')
    const deletion = changeShop(suspended as ShopRecord, { unfinished: 'deletion' })
    await expect(deletion).rejects.toThrow(VersionConflict)
    await become('open')
  })

  it('have an id and hosts that no other has', async () => {
    await expect(createShop('corner', ['other.localhost'], 0)).rejects.toThrow(
      'alreadyExists',
    )
    await expect(createShop('other', ['corner.localhost'], 0)).rejects.toThrow(
      'alreadyExists',
    )
    expect((await allShops()).map(({ id }) => id).sort()).toEqual(['cafe', 'corner'])
  })

  it('of one id are created once by many at once', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => createShop('bar', [`bar${at}.localhost`], 0)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
