import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { find } from '../../infra/operate/find.ts'
import type { Client } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** Runs the program; returns its code, what it printed, and the calls of the AWS CLI. */
async function run(...args: string[]) {
  const printed: string[] = []
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text) => printed.push(String(text)))
  }
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const calls: string[] = []
  const statuses = ['Running', 'Complete']
  const cli = async (words: readonly string[]) => {
    calls.push(words.join(' '))
    return words[1] === 'start-query'
      ? { queryId: 'q1' }
      : { status: statuses.shift(), results: [['a line of the log']] }
  }
  // The process serves the shop already
  const code = await find(['--shop', 'corner', ...args], cli, async () => {})
  return { code, text: printed.join('\n'), calls }
}

it('prints a sale by its receipt, and a refund by its own number, with all that names them', async () => {
  const coffee = await till.createProduct(10)
  await till.checkout(till.cart(coffee))
  const { body } = await till.checkout(till.cart(coffee, 2))
  await till.admin.post(`/store/orders/${body.orderId}/refund`, { reason: 'cold' })
  for (const receipt of ['2', 'R-1']) {
    const { code, text, calls } = await run('--receipt', receipt)
    expect(code).toBe(0)
    for (const id of [body.orderId, body.ticketId, body.paymentId]) {
      expect(text).toContain(id)
      expect(calls[0]).toContain(id)
    }
    for (const named of ['"reason": "cold"', '"kind": "refund"', 'a line of the log']) {
      expect(text).toContain(named)
    }
    expect(calls[0]).toContain('SOURCE logGroups(namePrefix: ["corner-"])')
    expect(calls).toHaveLength(3)
  }
})

it('says that a receipt was never given', async () => {
  expect(await run('--receipt', '999')).toMatchObject({
    code: 1,
    text: 'There is no sale of 999.',
  })
  expect((await run('--receipt', 'B')).code).toBe(2)
})

it('knows the numbers of tills, and both papers of one number', async () => {
  const withTills = await openShop({ options: { TILLS: 'true' } })
  onTestFinished(() => withTills.close())
  const { createProduct, cart, admin } = await openTill(withTills)
  const coffee = await createProduct(10)
  const sell = async (client: Client, more = {}) =>
    (await client.post('/store/orders/checkout', cart(coffee, 1, more))).body
  const own = await sell(admin)
  // Series go from A to Z without I and O: the 16th is R
  const devices = await Promise.all(Array.from({ length: 16 }, () => withTills.admin()))
  for (const [at, device] of devices.entries()) {
    await device.post('/tills', { name: `Till ${at}` })
  }
  const [atA = own, atR = own] = [
    await sell(devices[0] as Client, { number: 1 }),
    await sell(devices[15] as Client, { number: 1 }),
  ]
  expect([atA.receiptNumber, atR.receiptNumber]).toEqual(['A-1', 'R-1'])
  await admin.post(`/store/orders/${own.orderId}/refund`, { reason: 'cold' })
  const found = async (receipt: string) => {
    const { text } = await run('--receipt', receipt)
    return [own, atA, atR].map(({ orderId }) => text.includes(orderId))
  }
  expect(await found('1')).toEqual([true, false, false])
  expect(await found('a-1')).toEqual([false, true, false])
  expect(await found('R-1')).toEqual([true, false, true])
})
