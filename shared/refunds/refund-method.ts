import { Failure } from '../failure.ts'
import { bitcoinId, cashId, findPaymentMethod } from '../money/payment-methods.ts'
import type { SaleSnapshot, SaleTender } from '../sales/sale-snapshot.ts'

/** The method of payment that a refund goes back in. */
export type RefundMethod = { readonly methodId: string; readonly methodName: string }

/** The tender that was paid by Lightning and can be paid out. */
export const lightningTender = ({ tenders }: SaleSnapshot): SaleTender | undefined =>
  tenders.find(({ lightning }) => lightning?.paymentHash)

/**
 * How the till gives back: by the method asked for, else the one with most left, else cash.
 * Throws `refundMethodNotUsed` for a method that paid nothing of the sale, and for Bitcoin,
 * which only an invoice takes.
 */
export function tillMethod(sale: SaleSnapshot, wanted: string | null): RefundMethod {
  const wasUsed = sale.tenders.some(({ methodId }) => methodId === wanted)
  if (wanted !== null && wanted !== cashId && (wanted === bitcoinId || !wasUsed)) {
    throw new Failure('refundMethodNotUsed', { field: 'paymentMethodId' })
  }
  const methodId = wanted ?? mostLeft(sale) ?? cashId
  return { methodId, methodName: findPaymentMethod(methodId)?.name ?? '' }
}

function mostLeft({ tenders, refunds = [] }: SaleSnapshot): string | undefined {
  const left = new Map<string, number>()
  const add = (methodId: string, cents: number) =>
    left.set(methodId, (left.get(methodId) ?? 0) + cents)
  for (const tender of tenders) {
    if (!isLightning(tender)) add(tender.methodId, tender.amountCents)
  }
  for (const { methodId, amountCents } of refunds) {
    if (left.has(methodId)) add(methodId, -amountCents)
  }
  const [most] = [...left].toSorted(([, one], [, other]) => other - one)
  return most && most[1] > 0 ? most[0] : undefined
}

const isLightning = ({ methodId, lightning }: SaleTender) =>
  methodId === bitcoinId || Boolean(lightning?.paymentHash)
