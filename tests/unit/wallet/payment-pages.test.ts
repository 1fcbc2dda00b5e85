import { expect, test } from 'vitest'
import type { PaymentQuery } from '../../../shared/lightning/node/node-schemas.ts'
import {
  readAllPayments,
  readPayments,
} from '../../../shared/lightning/wallet/payment-lists.ts'

/** A node's list, newest first, to which a payment is added before each page is read. */
function growingList(length: number) {
  const payments = Array.from({ length }, (_, n) => ({ paymentHash: `${length - n}` }))
  const asked: PaymentQuery[] = []
  return {
    asked,
    list: async (query: PaymentQuery) => {
      asked.push(query)
      const { offset = 0, limit = 20 } = query
      const page = payments.slice(offset, offset + limit)
      payments.unshift({ paymentHash: `${payments.length + 1}` })
      return page
    },
  }
}

test('returns a payment once that moved to the next page', async () => {
  const payments = await readAllPayments(growingList(1_200).list, {})
  const hashes = payments.map(({ paymentHash }) => paymentHash)
  expect(hashes).toHaveLength(1_200)
  expect(new Set(hashes).size).toBe(1_200)
})

test('stops when a page has no new payments', async () => {
  const page = Array.from({ length: 500 }, (_, n) => ({ paymentHash: `${n}` }))
  expect(await readAllPayments(() => Promise.resolve(page), {})).toHaveLength(500)
})

test('reads the whole list with all=true, ignoring limit and offset', async () => {
  const { list, asked } = growingList(30)
  expect(await readPayments(list, { all: true, limit: 3, offset: 4 })).toHaveLength(30)
  expect(asked).toMatchObject([{ all: true, limit: 500, offset: 0 }])
  expect(await readPayments(list, { limit: 3, offset: 4 })).toHaveLength(3)
  expect(await readPayments(list, {})).toHaveLength(20)
})

test('reads a limit above the page size in several pages', async () => {
  const asked: PaymentQuery[] = []
  const list = (query: PaymentQuery) => {
    asked.push(query)
    const { offset = 0, limit = 20 } = query
    const page = Array.from({ length: limit }, (_, n) => ({
      paymentHash: `${offset + n}`,
    }))
    return Promise.resolve(page)
  }
  expect(await readPayments(list, { limit: 700, offset: 100 })).toHaveLength(700)
  expect(asked).toMatchObject([
    { limit: 500, offset: 100 },
    { limit: 200, offset: 600 },
  ])
  expect(await readPayments(list, { limit: 0 })).toEqual([])
})
