import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler } from '../../../functions/watchers/handler.ts'
import { closeWatchers } from '../../../shared/lightning/payments-feed/close-watchers.ts'
import { allWatchers } from '../../../shared/lightning/payments-feed/watchers.ts'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import {
  closeWatcher,
  isConnected,
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

const notify = (notification: object) => notifyShop(shop, notification)
const openWatcher = (client: Client) => openWatcherOf(shop, client)

describe('opening', () => {
  it('sends a connected frame first', async () => {
    const { frames } = await openWatcher(await shop.admin())
    expect(frames).toEqual([{ type: 'connected' }])
  })

  it.each([
    ['no cookie', {}],
    ['nonsense', { accessToken: 'nonsense' }],
  ])('is rejected with %s', async (_, cookies) => {
    const client = shop.anonymous(cookies as Record<string, string>)
    await expect(shop.watch(client)).rejects.toThrow('refused: 401')
  })

  it('is rejected with a token of another type', async () => {
    const client = await shop.admin()
    const refreshToken = client.cookies.get('refreshToken') ?? ''
    const disguised = shop.anonymous({ accessToken: refreshToken })
    await expect(shop.watch(disguised)).rejects.toThrow('refused: 401')
  })

  it('is rejected after its session has ended', async () => {
    const client = await shop.admin()
    const cookies = Object.fromEntries(client.cookies)
    await client.post('/auth/logout')
    await expect(shop.watch(shop.anonymous(cookies))).rejects.toThrow('401')
  })
})

describe('notifications', () => {
  it('reach every socket with the fields of the schema and no null keys', async () => {
    const watchers = await Promise.all(
      [await shop.admin(), await shop.admin()].map(openWatcher),
    )
    await notify({
      timestamp: 1_700_000_000_000,
      amountSat: 7,
      paymentHash: 'all-fields',
      externalId: 'order-1',
      payerNote: null,
      secretOfTheNode: 'x',
    })
    for (const watcher of watchers) {
      expect(await watcher.until(pays('all-fields'))).toEqual({
        type: 'payment_received',
        timestamp: 1_700_000_000_000,
        amountSat: 7,
        paymentHash: 'all-fields',
        externalId: 'order-1',
      })
    }
  })

  it('are fanned out each time the node sends them', async () => {
    const watcher = await openWatcher(await shop.admin())
    await notify({ paymentHash: 'twice' })
    await notify({ paymentHash: 'twice' })
    await watcher.until(() => watcher.frames.filter(pays('twice')).length >= 2)
  })

  it('are not fanned out with an invalid signature', async () => {
    const watcher = await openWatcher(await shop.admin())
    await shop
      .anonymous()
      .post('/webhook/node', { type: 'payment_received', paymentHash: 'forged' })
    await notify({ paymentHash: 'true' })
    await watcher.until(pays('true'))
    expect(watcher.frames.some(pays('forged'))).toBe(false)
  })

  it('reach the other sockets when one is gone without $disconnect', async () => {
    const [gone, stays] = await Promise.all(
      [await shop.admin(), await shop.admin()].map(openWatcher),
    )
    gone?.socket.terminate()
    await notify({ paymentHash: 'after-a-loss' })
    await stays?.until(pays('after-a-loss'))
  })
})

describe('replay', () => {
  it('sends the frames since a moment to its socket, in order', async () => {
    const earlier = await openWatcher(await shop.admin())
    const sinceMs = Date.now()
    for (const hash of ['r1', 'r2', 'r3']) {
      await notify({ paymentHash: hash })
      // A slow fan-out is finished by a worker
      await earlier.until(pays(hash))
    }
    const [asking, other] = await Promise.all(
      [await shop.admin(), await shop.admin()].map(openWatcher),
    )
    asking?.socket.send(JSON.stringify({ action: 'replay', since: sinceMs }))
    await asking?.until(pays('r3'))
    const hashes = asking?.frames.slice(1).map(({ paymentHash }) => paymentHash)
    expect(hashes).toEqual(['r1', 'r2', 'r3'])
    expect(other?.frames).toEqual([{ type: 'connected' }])
  })

  it.each([
    '{"action":"replay"}',
    '{"action":"replay","since":"0"}',
    '{"action":"replay","since":null}',
    '{"action":"ping"}',
    'replay',
    '[]',
    'null',
    '',
  ])('ignores the message %j', async (frame) => {
    const watcher = await openWatcher(await shop.admin())
    watcher.socket.send(frame)
    await notify({ paymentHash: `ignored ${frame}` })
    await watcher.until(pays(`ignored ${frame}`))
    const others = watcher.frames.filter((each) => !pays(`ignored ${frame}`)(each))
    expect(others).toEqual([{ type: 'connected' }])
  })

  it.each([-1e300, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER])(
    'accepts any number of milliseconds: %d',
    async (since) => {
      const watcher = await openWatcher(await shop.admin())
      watcher.socket.send(JSON.stringify({ action: 'replay', since }))
      await notify({ paymentHash: `since ${since}` })
      await watcher.until(pays(`since ${since}`))
      expect(watcher.frames.map(({ type }) => type)).not.toContain(undefined)
    },
  )
})

describe('closing', () => {
  it('on logout, affects only the sockets of that session', async () => {
    const [leaving, staying] = [await shop.admin(), await shop.login(owner)]
    const watchers = await Promise.all([leaving, leaving, staying].map(openWatcher))
    await leaving.post('/auth/logout')
    await Promise.all([watchers[0]?.closed, watchers[1]?.closed])
    await notify({ paymentHash: 'after-logout' })
    await watchers[2]?.until(pays('after-logout'))
    expect(watchers[0]?.frames.some(pays('after-logout'))).toBe(false)
  })

  it('for a user, affects the sockets of all sessions', async () => {
    const watchers = await Promise.all(
      [await shop.admin(), await shop.admin()].map(openWatcher),
    )
    await closeWatchers({ userId: shop.ownerId })
    await Promise.all(watchers.map(({ closed }) => closed))
    expect(await allWatchers()).toEqual([])
  })

  it('deletes the records of the sockets', async () => {
    const client = await shop.admin()
    const watcher = await openWatcher(client)
    expect(await watchersOnRecord(client)).toHaveLength(1)
    await closeWatcher(client, watcher)
  })
})

describe('the heartbeat', () => {
  it('sends another connected frame to every open socket', async () => {
    const watcher = await openWatcher(await shop.admin())
    await handler({ source: 'aws.events' } as Parameters<typeof handler>[0])
    await watcher.until(() => watcher.frames.filter(isConnected).length >= 2)
  })
})
