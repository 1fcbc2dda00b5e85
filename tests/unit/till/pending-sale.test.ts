import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { isRefusal } from '../../../pages/parts/is-refusal.ts'
import {
  isMadeBy,
  mayResume,
  type PendingSale,
} from '../../../pages/till/sales/pending-sale.ts'
import type { SaleRequest } from '../../../pages/till/sales/sale-request.ts'

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('location', { origin: 'https://shop.example' })
vi.stubGlobal('fetch', fetched)
// Its types are those of a browser
const page = '../../../pages/till/sales/send-sale.ts'
const { sendSale } = (await import(page)) as {
  readonly sendSale: (sale: PendingSale) => Promise<unknown>
}

beforeEach(() => void fetched.mockReset())
// Other files follow in this process
afterAll(() => void vi.unstubAllGlobals())

const saleOf = (request: SaleRequest): PendingSale => ({
  saleId: 'sale',
  madeMs: 0,
  request,
  totalCents: 500,
  changeCents: 0,
})
const unpaid = { userId: 'owner', items: [], amount: 5 }
const forPayment = saleOf({ to: 'attach', paymentHash: 'ab', body: { sale: unpaid } })
const ofCart = saleOf({ to: 'checkout', body: unpaid })
const ofBill = saleOf({
  to: 'settle',
  orderId: 'bill',
  body: { userId: 'owner', tenders: [] },
})

/** The responses of the shop by the method of the request. */
const shopAnswers = (answers: Readonly<Record<string, () => Response>>) =>
  fetched.mockImplementation(async (_, { method = 'GET' } = {}) => {
    const answer = answers[method]
    if (!answer) throw new Error(`no response to ${method}`)
    return answer()
  })

const forbidden = () => Response.json({ message: 'forbidden' }, { status: 403 })
const failureOf = (sale: PendingSale): Promise<unknown> =>
  sendSale(sale).then(
    () => undefined,
    (error: unknown) => error,
  )

test('only its maker sells for an unmatched payment again, other sales anybody', () => {
  expect(mayResume(forPayment, 'owner')).toBe(true)
  expect(mayResume(forPayment, 'cashier')).toBe(false)
  expect(mayResume(ofCart, 'cashier')).toBe(true)
  expect(isMadeBy(ofCart, 'owner')).toBe(true)
  expect(isMadeBy(ofCart, 'cashier')).toBe(false)
})

test('what another user than its maker may not do decides nothing about a sale', async () => {
  shopAnswers({ POST: forbidden })
  const error = await failureOf(ofCart)
  expect(error).toMatchObject({ status: 403 })
  expect(isRefusal(error)).toBe(true)
  expect(isRefusal(error, false)).toBe(false)
})

test('what the shop cannot sell at all is refused whoever sends it', async () => {
  shopAnswers({ POST: () => Response.json({ message: 'invalid' }, { status: 400 }) })
  expect(isRefusal(await failureOf(ofCart), false)).toBe(true)
})

test('a sale whose till must hand in earlier ones first is undecided', async () => {
  const body = { message: 'first', code: 'hand_in_first' }
  shopAnswers({ POST: () => Response.json(body, { status: 409 }) })
  expect(isRefusal(await failureOf(ofCart))).toBe(false)
})

test('a bill that is paid is sold, though its approval is gone', async () => {
  shopAnswers({ POST: forbidden, GET: () => Response.json({ status: 'paid' }) })
  expect(await sendSale(ofBill)).toEqual({ orderId: 'bill' })
})

test('a bill that is open is refused without the approval', async () => {
  shopAnswers({ POST: forbidden, GET: () => Response.json({ status: 'open' }) })
  const error = await failureOf(ofBill)
  expect(error).toMatchObject({ status: 403 })
  expect(isRefusal(error)).toBe(true)
})

test('a bill that cannot be read is undecided', async () => {
  shopAnswers({ POST: forbidden })
  expect(isRefusal(await failureOf(ofBill))).toBe(false)
})
