import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Client } from '../../support/client.ts'
import { holdRequests } from '../../support/held-requests.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct', options: { WALLET_TOKEN_SECONDS: '3600' } })
  wallet = await openWallet(shop)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})
afterEach(() => shop.node.clearFaults())

const health = async () => (await wallet.get('/wallet/health')).body
const pass = (minutes: number) =>
  vi.setSystemTime(Date.now() + Math.round(minutes * 60_000))
const setLow = (lowInboundSat: number) =>
  wallet.put('/config', { businessName: 'Corner Shop', lowInboundSat })
const refuse = () => shop.node.faults({ refuse: true })
const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

it('of a shop whose node has never answered warns of nothing', async () => {
  await refuse()
  const unknown = {
    inboundSat: null,
    asOf: null,
    awaySince: null,
    peerLostSince: null,
    feeCreditSat: null,
    channelCostSat: null,
    warnings: [],
  }
  for (const minutes of [0, 6]) {
    pass(minutes)
    expect(await health()).toEqual({ ...unknown, lowInboundSat: 100_000 })
  }
})

it('says what the channels can receive, and warns below the setting of the shop', async () => {
  pass(1)
  const answered = {
    asOf: iso(Date.now()),
    awaySince: null,
    peerLostSince: null,
    feeCreditSat: 0,
    channelCostSat: null,
  }
  const inboundSat = 2_000_000_000
  expect((await wallet.get('/wallet/getinfo')).body.channels).toMatchObject([
    { inboundSat, inboundLiquiditySat: inboundSat },
  ])
  for (const [lowInboundSat, warnings] of [
    [inboundSat, []],
    [inboundSat + 1, ['inbound_low']],
  ] as const) {
    await setLow(lowInboundSat)
    expect(await health()).toEqual({ ...answered, inboundSat, lowInboundSat, warnings })
  }
  await setLow(100_000)
})

it('asks the node once a minute; all others get what is known at once', async () => {
  const { asOf } = await health()
  pass(1)
  const asked = holdRequests('/getinfo')
  const asking = health()
  await asked.begun
  // The node answers only after that
  const told = await Promise.all([health(), health()])
  expect(told).toMatchObject([{ asOf }, { asOf }])
  asked.release()
  expect(await asking).toMatchObject({ asOf: iso(Date.now()) })
  expect(await health()).toMatchObject({ asOf: iso(Date.now()) })
  expect(asked.count()).toBe(1)
})

it('warns of a node that is away for five minutes while a shift is open', async () => {
  pass(1)
  await refuse()
  const awaySince = iso(Date.now())
  expect(await health()).toMatchObject({
    awaySince,
    warnings: [],
    inboundSat: 2_000_000_000,
  })
  pass(5)
  expect(await health()).toMatchObject({ awaySince, warnings: [] })
  await wallet.post('/shifts', {
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:30:00',
    notes: '',
    initialAmount: 100,
  })
  expect(await health()).toMatchObject({ awaySince, warnings: ['node_unreachable'] })
  await shop.node.clearFaults()
  pass(1)
  expect(await health()).toMatchObject({ awaySince: null, warnings: [] })
})

it('tells a lost peer apart from a node that is away, also before a till shows a code', async () => {
  const invoice = async () =>
    (await wallet.post('/wallet/createinvoice', { description: 'tea', amountSat: 5 }))
      .body
  pass(1)
  expect(await invoice()).not.toHaveProperty('warning')
  for (const peer of ['Offline', 'Syncing']) {
    await shop.node.faults({ peer })
    pass(1)
    const since = iso(Date.now())
    expect(await invoice()).toMatchObject({ warning: 'node_peer_lost' })
    expect(await health()).toMatchObject({
      peerLostSince: since,
      awaySince: null,
      warnings: ['node_peer_lost'],
    })
    await shop.node.clearFaults()
    pass(1)
    expect(await invoice()).not.toHaveProperty('warning')
    expect(await health()).toMatchObject({ peerLostSince: null, warnings: [] })
  }
})

it('says how much is fee credit', async () => {
  await shop.node.faults({ feeCredit: true })
  const { body } = await wallet.post('/wallet/createinvoice', {
    description: 'tea',
    amountSat: 20_000,
  })
  await shop.node.pay({ paymentHash: body.paymentHash })
  pass(1)
  expect(await health()).toMatchObject({ feeCreditSat: 20_000, warnings: ['fee_credit'] })
})
