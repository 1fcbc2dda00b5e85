import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { refundsOf } from './refunds.ts'
import { readDay } from './selling.ts'
import { methodId, type Till } from './till.ts'

/** A sale whose refunds are counted. */
export type CountedSale = { readonly coffee: string; readonly orderId: string }

/** Two coffees for 1,000 satoshis, of five in stock, and an invoice for all of it. */
export async function sellToRefund(till: Till, refunds: ReturnType<typeof refundsOf>) {
  const coffee = await till.createProduct(5)
  const orderId = await refunds.sellForSatoshis(1_000, (paymentHash) =>
    till.cart(coffee, 2, { paymentMethodId: methodId('BTC'), paymentHash }),
  )
  const invoice = await refunds.invoiceOf(1_000, { expirySeconds: 600 })
  return { coffee, orderId, invoice }
}

/**
 * Reads the books of a sale, its product and the day, and the payments that the node has sent.
 */
export async function readBooks(till: Till, wallet: Client, sale: CountedSale) {
  const { body } = await till.getOrder(sale.orderId)
  const { refunds: ofDay } = await readDay()
  const sent = (await wallet.get('/wallet/payments/outgoing?limit=1000')).body
  const audit: { subjectId: string; after: object }[] = (
    await till.admin.get('/audit?kind=refund')
  ).body
  return {
    refunds: body.refunds.length,
    stock: await till.stockOf(sale.coffee),
    refundedCents: ofDay.reduce((sum, { cents }) => sum + Number(cents), 0),
    payments: sent.length,
    audited: audit.filter(
      ({ subjectId, after }) => subjectId === sale.orderId && !('givenUp' in after),
    ).length,
  }
}

export type Books = Awaited<ReturnType<typeof readBooks>>

/** Either all of it happened once, or nothing did; which one, the payments say. */
export function expectOnceOrNothing(before: Books, after: Books): number {
  const payments = after.payments - before.payments
  expect([0, 1]).toContain(payments)
  expect(after).toMatchObject({
    refunds: payments,
    audited: payments,
    stock: before.stock + 2 * payments,
    refundedCents: before.refundedCents + 500 * payments,
  })
  return payments
}
