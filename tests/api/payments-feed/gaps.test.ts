import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import {
  closeWatcher,
  notifyShop,
  openWatcherOf,
  pays,
  watchersOnRecord,
} from '../../support/watchers.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('the replay of a gap', () => {
  it('starts by itself when another socket of the session has just ended', async () => {
    const client = await shop.admin()
    await closeWatcher(client, await openWatcherOf(shop, client))
    await notifyShop(shop, { paymentHash: 'missed' })
    const second = await openWatcherOf(shop, client)
    await second.until(pays('missed'))
    expect(second.frames[0]).toEqual({ type: 'connected' })
  })

  it('starts when the network of another socket of the session was lost', async () => {
    const client = await shop.admin()
    const lost = await openWatcherOf(shop, client)
    shop.loseNetwork()
    await notifyShop(shop, { paymentHash: 'into-the-void' })
    const second = await openWatcherOf(shop, client)
    await second.until(pays('into-the-void'))
    expect(lost.frames).toHaveLength(1)
    expect(await watchersOnRecord(client)).toHaveLength(2)
  })

  it('goes back a minute before an end that was not clean', async () => {
    const client = await shop.admin()
    const lost = await openWatcherOf(shop, client)
    await notifyShop(shop, { paymentHash: 'before-the-end' })
    await lost.until(pays('before-the-end'))
    lost.socket.terminate()
    await expect.poll(() => watchersOnRecord(client)).toEqual([])
    const second = await openWatcherOf(shop, client)
    await second.until(pays('before-the-end'))
  })

  it('leaves out what another socket got before it was closed', async () => {
    const client = await shop.admin()
    const first = await openWatcherOf(shop, client)
    await notifyShop(shop, { paymentHash: 'seen' })
    await first.until(pays('seen'))
    // Frames of the half second before an end count as missed
    await sleep(700)
    await closeWatcher(client, first)
    await notifyShop(shop, { paymentHash: 'unseen' })
    const second = await openWatcherOf(shop, client)
    await second.until(pays('unseen'))
    expect(second.frames.some(pays('seen'))).toBe(false)
  })

  it('does not start for a socket of another session', async () => {
    const client = await shop.admin()
    await closeWatcher(client, await openWatcherOf(shop, client))
    const open = await openWatcherOf(shop, await shop.admin())
    await notifyShop(shop, { paymentHash: 'of-another-session' })
    // A slow fan-out is finished by a worker
    await open.until(pays('of-another-session'))
    const second = await openWatcherOf(shop, await shop.admin())
    await notifyShop(shop, { paymentHash: 'of-now' })
    await second.until(pays('of-now'))
    expect(second.frames.some(pays('of-another-session'))).toBe(false)
  })
})
