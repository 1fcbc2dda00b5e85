import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { serveOnly } from '../../../shared/current-shop.ts'
import { inInvokersShop } from '../../../shared/platform/deployment/invoke-async.ts'
import { settings } from '../../../shared/platform/deployment/settings.ts'
import { changeShop, findShop } from '../../../shared/platform/shops/shop-records.ts'
import { findVisitedShop } from '../../../shared/platform/shops/visited-shop.ts'
import { later } from '../../support/clock.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openBeside, openShop, type Shop } from '../../support/shop.ts'

let corner: Shop
let cafe: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  cafe = await openBeside(corner, 'cafe')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => set({}))
afterAll(async () => {
  vi.useRealTimers()
  await corner.close()
})

/** Gives the corner shop these settings, once functions have noticed. */
async function set(settings: Record<string, string>): Promise<void> {
  const shop = await findShop('corner')
  if (shop) await changeShop(shop, { settings })
  vi.setSystemTime(Date.now() + 5_000)
}

const statuses = (path: string) =>
  Promise.all(
    [corner, cafe].map(async (shop) => (await shop.anonymous().get(path)).status),
  )

it('open the login screen of a shop alone, and of its office', async () => {
  const marks = async () =>
    Promise.all(
      [corner, cafe].map(async (shop) => {
        const { body } = await shop.anonymous().get('/office')
        return /data-public-login-screen="(\w+)"/.exec(body)?.[1]
      }),
    )
  expect(await statuses('/config')).toEqual([401, 401])
  expect(await marks()).toEqual(['false', 'false'])
  await set({ publicLoginScreen: 'true' })
  expect(await statuses('/config')).toEqual([200, 401])
  expect(await marks()).toEqual(['true', 'false'])
  await set({})
  expect(await statuses('/config')).toEqual([401, 401])
})

it('switch a page of a shop off, which its other pages then do not link to', async () => {
  const pages = async () =>
    Promise.all(
      [corner, cafe].map(async (shop) => {
        const { body } = await shop.anonymous().get('/till')
        return /data-pages="([\w ]+)"/.exec(body)?.[1]
      }),
    )
  expect(await pages()).toEqual(['office till kitchen', 'office till kitchen'])
  await set({ officePage: 'false' })
  expect(await statuses('/office')).toEqual([404, 200])
  expect(await pages()).toEqual(['till kitchen', 'office till kitchen'])
  await set({})
})

it('are the defaults of its own switches', async () => {
  const switches = async (shop: Shop) => {
    const { verifyCheckout, verifyAmounts, restrictPrinters } = (
      await (await shop.admin()).get('/config')
    ).body
    return [verifyCheckout, verifyAmounts, restrictPrinters]
  }
  const owner = await corner.admin()
  await set({ verifyCheckout: 'true', verifyAmounts: 'true', restrictPrinters: 'true' })
  expect(await switches(corner)).toEqual([true, true, true])
  expect(await switches(cafe)).toEqual([false, false, false])
  await owner.put('/config', { businessName: 'Corner Shop', verifyAmounts: false })
  expect(await switches(corner)).toEqual([true, false, true])
})

it('let pages of its own origins open its sockets', async () => {
  const origin = 'https://till.corner.example'
  await set({ corsOrigins: origin })
  const opened = [corner, cafe].map(async (shop) => {
    const { cookies } = await shop.admin()
    const socket = new WebSocket(`${shop.url.replace('http', 'ws')}/ws/payments`, {
      origin,
      headers: {
        cookie: `accessToken=${cookies.get('accessToken')}`,
        'sec-fetch-site': 'cross-site',
      },
    })
    socket.on('error', () => {})
    onTestFinished(() => socket.terminate())
    return new Promise((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    })
  })
  expect(await Promise.all(opened)).toEqual([101, 403])
})

it('go with the work that its requests leave to workers', async () => {
  await set({ accessTokenSeconds: '90' })
  const shop = (await findVisitedShop('corner.localhost', Date.now()))?.shop
  const event = JSON.parse(JSON.stringify({ shop }))
  expect(inInvokersShop(event, () => settings.accessTokenSeconds())).toBe(90)
})

it('say how long its tokens are valid', async () => {
  await set({ accessTokenSeconds: '90' })
  const lifetimes = [corner, cafe].map(async (shop) => {
    const { setCookies } = await shop.anonymous().post('/auth/login', {
      name: 'Ana',
      pin: '4321',
    })
    const access = setCookies.find((each) => each.startsWith('accessToken=')) ?? ''
    return /Max-Age=(\d+)/.exec(access)?.[1]
  })
  expect(await Promise.all(lifetimes)).toEqual(['90', '3600'])
})

it("allow pages of its own origins instead of the deployment's", async () => {
  const till = 'https://till.corner.example'
  const allowed = (origin: string) =>
    Promise.all(
      [corner, cafe].map(async (shop) => {
        const { headers } = await shop.anonymous().get('/api/health', { origin })
        return headers.get('access-control-allow-origin')
      }),
    )
  await set({ corsOrigins: `${till},https://other.example` })
  expect(await allowed(till)).toEqual([till, null])
  expect(await allowed('http://localhost:3000')).toEqual([null, 'http://localhost:3000'])
})

it('say when its schedule misses sales', async () => {
  serveOnly(corner.served)
  const shifts = await shiftsOf(corner)
  await shifts.createShift()
  const linesAfter = async (minutes: number) => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    await later(minutes, runSchedule)
    const lines = log.mock.calls.flat().map((line) => JSON.parse(String(line)))
    log.mockRestore()
    return lines.filter(({ event }) => event === 'sales-stopped')
  }
  expect(await linesAfter(90)).toEqual([])
  await set({ salesStopMinutes: '60' })
  expect(await linesAfter(90)).toMatchObject([{ shop: 'corner' }])
  const at = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  await set({
    salesStopMinutes: '60',
    openingHours: `${at(6)}-${at(8)}`,
    timeZone: 'UTC',
  })
  expect(await linesAfter(90)).toEqual([])
})
