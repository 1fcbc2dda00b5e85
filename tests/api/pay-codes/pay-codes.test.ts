import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as bolt11 from 'bolt11'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RestaurantOrderRecord } from '../../../shared/selling/restaurant/restaurant-orders.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import { openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let admin: Client
let wallet: Client
let bills: Awaited<ReturnType<typeof openBills>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  admin = await shop.admin()
  bills = await openBills(shop)
  wallet = shop.anonymous()
  const { body } = await admin.get('/config')
  const manualRate = { currency: 'USD', rate: 81_000 }
  expect((await admin.put('/config', { ...body, manualRate })).status).toBe(200)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

const newName = () => `code-${randomUUID()}`

async function createCode(fields: object) {
  const input = { name: newName(), ...fields }
  const { status, body } = await admin.post('/pay-codes', input)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id as string, ...input }
}

const ask = async (path: string) => {
  const { status, body } = await wallet.get(path)
  expect(status).toBe(200)
  return body as Record<string, unknown> & { reason?: string; metadata?: string }
}
const pathOf = (url: unknown) => String(url).replace(/^https?:\/\/[^/]+/, '')

/** Pays a code as a wallet does: reads the limits, asks for an invoice, checks it. */
async function invoiceFrom(path: string, amountMsat?: number, comment = '') {
  const request = await ask(path)
  expect(request.tag, JSON.stringify(request)).toBe('payRequest')
  const amount = amountMsat ?? Number(request.minSendable)
  const query = `?amount=${amount}&comment=${encodeURIComponent(comment)}`
  const answer = await ask(`${pathOf(request.callback)}${query}`)
  expect(answer.status, JSON.stringify(answer)).toBeUndefined()
  const invoice = bolt11.decode(String(answer.pr))
  const hash = createHash('sha256').update(String(request.metadata), 'utf8').digest('hex')
  expect(invoice.tagsObject.purpose_commit_hash).toBe(hash)
  expect(invoice.millisatoshis).toBe(String(amount))
  return {
    request,
    answer,
    paymentHash: String(invoice.tagsObject.payment_hash),
    expiresIn: Number(invoice.tagsObject.expire_time),
  }
}
const pay = (paymentHash: string) => shop.node.pay({ paymentHash })
const unmatched = async (hash: string) =>
  ((await admin.get('/payments/unmatched')).body as { paymentHash: string }[]).find(
    ({ paymentHash }) => paymentHash === hash,
  )

describe('an open code', () => {
  it('is paid what the payer chooses, with a comment, and stays unmatched', async () => {
    const { id, name } = await createCode({ kind: 'open', minSat: 10, maxSat: 5_000 })
    const request = await ask(`/lnurl/pay/${id}`)
    expect(request).toMatchObject({ minSendable: 10_000, maxSendable: 5_000_000 })
    const rows = JSON.parse(String(request.metadata)) as [string, string][]
    expect(rows[0]?.[0]).toBe('text/plain')
    expect(rows[1]?.[1]).toMatch(new RegExp(`^${name}@`))
    const made = await invoiceFrom(`/.well-known/lnurlp/${name}`, 700_000, 'Für Ana ☕')
    const verify = pathOf(made.answer.verify)
    expect(await ask(verify)).toMatchObject({ status: 'OK', settled: false })
    await pay(made.paymentHash)
    expect(await ask(verify)).toMatchObject({ settled: true, pr: made.answer.pr })
    expect(await unmatched(made.paymentHash)).toMatchObject({
      amountSat: 700,
      payCodeId: id,
      comment: 'Für Ana ☕',
    })
  })

  it('lets pages of any site read its answers, without cookies', async () => {
    const { id } = await createCode({ kind: 'open' })
    const headers = { origin: 'https://wallet.example' }
    const answer = await wallet.send('GET', `/lnurl/pay/${id}`, undefined, headers)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each([
    ['too little', 'amount=9000', /10 to 20 satoshis/],
    ['too much', 'amount=21000', /10 to 20 satoshis/],
    ['a part of a satoshi', 'amount=10500', /whole satoshis/],
    ['no amount', '', /whole satoshis/],
    ['a long comment', `amount=10000&comment=${'x'.repeat(141)}`, /140 characters/],
  ])('refuses %s in words for the payer', async (_, query, reason) => {
    const { id } = await createCode({ kind: 'open', minSat: 10, maxSat: 20 })
    const answer = await ask(`/lnurl/pay/${id}/callback?${query}`)
    expect(answer).toMatchObject({
      status: 'ERROR',
      reason: expect.stringMatching(reason),
    })
  })

  it('says so when the node is away', async () => {
    const { id } = await createCode({ kind: 'open' })
    await shop.node.faults({ refuse: true })
    expect(await ask(`/lnurl/pay/${id}/callback?amount=1000`)).toMatchObject({
      status: 'ERROR',
      reason: 'The shop cannot be paid right now',
    })
  })
})

it('a fixed code asks for the same satoshis for two minutes', async () => {
  const { id } = await createCode({ kind: 'fixed', amountCents: 2_500 })
  const made = await invoiceFrom(`/lnurl/pay/${id}`)
  expect(made.request).toMatchObject({ minSendable: 30_865_000, maxSendable: 30_865_000 })
  expect(made.expiresIn).toBeLessThanOrEqual(120)
  const late = await later(3, () => ask(`/lnurl/pay/${id}/callback?amount=30865000`))
  expect(late).toMatchObject({ status: 'ERROR', reason: 'Too late: please scan again' })
})

describe("a table's code", () => {
  const seat = async (prices: readonly number[]) => {
    const tableId = await bills.createTable()
    const orderId = await bills.createBill(prices, { tableId })
    return { tableId, orderId, ...(await createCode({ kind: 'table', tableId })) }
  }
  const statusOf = async (orderId: string) =>
    ((await findOrder(orderId)) as { status?: string } | undefined)?.status

  it('settles the bill that it was shown, once', async () => {
    const { id, orderId } = await seat([800, 450])
    const made = await invoiceFrom(`/lnurl/pay/${id}`)
    const other = await invoiceFrom(`/lnurl/pay/${id}`)
    await pay(made.paymentHash)
    await expect.poll(() => statusOf(orderId)).toBe('paid')
    await notifyShop(shop, { paymentHash: made.paymentHash, amountSat: 1 })
    expect(await unmatched(made.paymentHash)).toBeUndefined()
    // Another guest had scanned the code, too
    await pay(other.paymentHash)
    expect(await unmatched(other.paymentHash)).toMatchObject({ payCodeId: id })
    expect(await ask(`/lnurl/pay/${id}`)).toMatchObject({ status: 'ERROR' })
  })

  it('leaves the payment unmatched when the bill has changed', async () => {
    const { id, orderId } = await seat([800])
    const made = await invoiceFrom(`/lnurl/pay/${id}`)
    await bills.addDishes(orderId, [{ dishId: bills.soup, priceAtOrder: 1 }])
    await pay(made.paymentHash)
    expect(await unmatched(made.paymentHash)).toMatchObject({ payCodeId: id })
    expect(await statusOf(orderId)).toBe('open')
  })

  it('or cash settles the bill, never both, and a payment that came too late is kept', async () => {
    const races = Array.from({ length: 4 }, async (_, at) => {
      const { id, orderId } = await seat([800])
      const { paymentHash } = await invoiceFrom(`/lnurl/pay/${id}`)
      const tenders = [tender('Cash', 800)]
      const settle = async () => {
        await sleep(at * 120)
        return bills.waiter.post(`/orders/${orderId}/settle`, {
          userId: shop.ownerId,
          tenders,
        })
      }
      const [{ status }] = await Promise.all([settle(), pay(paymentHash)])
      await expect.poll(() => statusOf(orderId)).toBe('paid')
      const order = (await findOrder(orderId)) as RestaurantOrderRecord
      const methods = order.sale?.tenders.map(({ methodName }) => methodName)
      const isKept = (await unmatched(paymentHash)) !== undefined
      return [status, methods, isKept]
    })
    for (const outcome of await Promise.all(races)) {
      expect([
        [200, ['Cash'], true],
        [409, ['BTC'], false],
      ]).toContainEqual(outcome)
    }
  })

  it('answers at its id alone, and asks for nothing without one open bill', async () => {
    const { id, name, tableId, orderId } = await seat([800])
    const unknown = { status: 'ERROR', reason: 'Not found' }
    expect(await ask(`/.well-known/lnurlp/${name}`)).toEqual(unknown)
    expect(await ask(`/lnurl/pay/${tableId}`)).toEqual(unknown)
    await bills.createBill([100], { tableId })
    expect(await ask(`/lnurl/pay/${id}`)).toMatchObject({
      reason: expect.stringContaining('several bills'),
    })
    const empty = await createCode({ kind: 'table', tableId: await bills.createTable() })
    expect(await ask(`/lnurl/pay/${empty.id}`)).toMatchObject({
      reason: expect.stringContaining('no open bill'),
    })
    expect(await statusOf(orderId)).toBe('open')
  })
})

describe('strangers', () => {
  it('learn nothing of unknown codes, names and hashes, nor of switched-off codes', async () => {
    const unknown = { status: 'ERROR', reason: 'Not found' }
    const off = await createCode({ kind: 'open', isEnabled: false })
    const { body } = await admin.post('/wallet/createinvoice', {
      description: '',
      amountSat: 5,
    })
    for (const path of [
      `/lnurl/pay/${randomUUID()}`,
      '/lnurl/pay/x',
      `/lnurl/pay/${off.id}`,
      `/lnurl/pay/${off.id}/callback?amount=1000`,
      '/.well-known/lnurlp/nobody',
      `/lnurl/verify/${body.paymentHash}`,
      '/lnurl/verify/abc',
    ]) {
      expect(await ask(path), path).toEqual(unknown)
    }
  })

  it('get ten invoices a minute from one address', async () => {
    const codes = await Promise.all([1, 2].map(() => createCode({ kind: 'open' })))
    const answers = await later(60, () =>
      Promise.all(
        Array.from({ length: 25 }, (_, at) =>
          ask(`/lnurl/pay/${codes[at % 2]?.id}/callback?amount=1000`),
        ),
      ),
    )
    const made = answers.filter(({ pr }) => pr !== undefined)
    expect([10, 20]).toContain(made.length)
    expect(answers.find(({ pr }) => pr === undefined)).toMatchObject({
      reason: 'Too many invoices at once: please try again in a minute',
    })
  })
})

describe('GET, POST, PUT and DELETE /pay-codes', () => {
  it('keep names unique, free them, and show the code as a picture', async () => {
    const code = await createCode({ kind: 'open' })
    const same = await admin.post('/pay-codes', { kind: 'open', name: code.name })
    expect(same).toMatchObject({ status: 409 })
    const qr = await admin.get(`/pay-codes/${code.id}/qr`)
    expect(qr.headers.get('content-type')).toContain('image/svg+xml')
    const png = await admin.get(`/pay-codes/${code.id}/qr?format=png`)
    expect(png.headers.get('content-type')).toContain('image/png')
    const fixed = { kind: 'fixed', name: newName(), amountCents: 500 }
    expect(await admin.put(`/pay-codes/${code.id}`, fixed)).toMatchObject({ status: 200 })
    const { body } = await admin.get('/pay-codes')
    expect(body).toContainEqual({ ...fixed, id: code.id, isEnabled: true })
    expect((await admin.post('/pay-codes', { ...code, id: undefined })).status).toBe(201)
    expect((await admin.del(`/pay-codes/${code.id}`)).status).toBe(204)
    expect((await admin.del(`/pay-codes/${code.id}`)).status).toBe(404)
  })

  it.each([
    { kind: 'open', name: 'Upper' },
    { kind: 'open', name: 'a', minSat: 2, maxSat: 1 },
    { kind: 'fixed', name: 'a' },
    { kind: 'other', name: 'a' },
  ])('refuse %j', async (input) => {
    expect((await admin.post('/pay-codes', input)).status).toBe(400)
  })

  it('refuse the code of an unknown table', async () => {
    const input = { kind: 'table', name: newName(), tableId: randomUUID() }
    expect((await admin.post('/pay-codes', input)).status).toBe(404)
  })
})
