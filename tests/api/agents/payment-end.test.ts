import { afterAll, beforeAll, expect, it } from 'vitest'
import { newRequestId } from '../../../shared/agents/tunnel-request-ids.ts'
import type { CheckedClient } from '../../support/answers/checked-client.ts'
import { enrolAgent, type OnSiteAgent } from '../../support/on-site-agent.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: CheckedClient
let agent: OnSiteAgent
let other: OnSiteAgent
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  agent = await enrolAgent(shop, admin, 'counter')
  other = await enrolAgent(shop, admin, 'kitchen')
})
afterAll(() => shop.close())

const paid = {
  recipientAmountSat: 1_000,
  routingFeeSat: 8,
  paymentId: '7b1cf1a2-3a5c-4d62-b2a9-6f0f8a5ff2bd',
  paymentHash: 'ab'.repeat(32),
  paymentPreimage: 'cd'.repeat(32),
}

/** The deadline is over: the client has its answer. */
const lateRequest = () => newRequestId(agent.id, Date.now() - 1_000)

const report = (requestId: string, body: unknown, by = agent) =>
  by.post(`/agents/tunnel/${requestId}/end`, {
    status: 200,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const told = async () => {
  const { body } = await admin.get('/admin/notifications?category=wallet')
  return (body as { title: string; body: string }[]).map((each) => [
    each.title,
    each.body,
  ])
}

it('tells administrators once how a payment ended that was answered late', async () => {
  const sent = await lateRequest()
  for (let times = 0; times < 2; times += 1) {
    expect(await report(sent, paid)).toMatchObject({ status: 204 })
  }
  const failed = { offerId: 'aa', reason: 'no response to the invoice request' }
  expect(await report(await lateRequest(), failed)).toMatchObject({ status: 204 })
  const both = [
    ['A payment was sent', '1000 satoshis left the wallet.'],
    ['A payment was not sent', 'The node did not send it: payment_failed'],
  ]
  expect(await told()).toEqual(expect.arrayContaining(both))
  // An answer that says neither tells nobody anything
  expect(await report(await lateRequest(), 'Bad gateway')).toMatchObject({ status: 204 })
  expect(await told()).toHaveLength(2)
})

it('refuses what another agent was asked, and what nobody was', async () => {
  const before = await told()
  for (const [requestId, by] of [
    [await lateRequest(), other],
    ['made-up', agent],
  ] as const) {
    expect(await report(requestId, paid, by)).toMatchObject({ status: 404 })
  }
  expect(await told()).toEqual(before)
})
