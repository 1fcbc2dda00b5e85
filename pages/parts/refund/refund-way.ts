import type { OrderWithPayments } from '../../../shared/client/api.ts'
import { bitcoinId, cashId } from '../payment-methods.ts'

type Sale = Pick<OrderWithPayments, 'total' | 'tenders' | 'refunds'>
type LightningSale = Sale & Pick<OrderWithPayments, 'satoshiAmount' | 'sentSat'>

/**
 * Lists the ids of the methods by which a sale's money can go back, the usual one first:
 * the till's method with most left, or Lightning if there is no other. Cash always can.
 */
export function waysOf(sale: Sale): readonly string[] {
  const ids = new Set(sale.tenders.map(({ paymentMethodId }) => paymentMethodId))
  const left = [...ids]
    .map((id) => ({ id, cents: leftOf(sale, id) }))
    .filter(({ cents }) => cents > 0)
  const atTill = left
    .filter(({ id }) => id !== bitcoinId)
    .sort((one, other) => other.cents - one.cents)
  const byLightning = left.filter(({ id }) => id === bitcoinId)
  return [...new Set([...[...atTill, ...byLightning].map(({ id }) => id), cashId])]
}

/**
 * Returns the most that can go back by a method, in cents: its payments less its refunds.
 * Cash may take the place of every other.
 */
export const mostBy = (sale: Sale, methodId: string): number =>
  methodId === cashId
    ? centsLeft(sale)
    : Math.min(centsLeft(sale), Math.max(0, leftOf(sale, methodId)))

/** Returns the rest of a sale after its refunds, tip included, in cents. */
export const centsLeft = ({ total, refunds }: Pick<Sale, 'total' | 'refunds'>) =>
  refunds.reduce((left, { amountCents }) => left - amountCents, Math.round(total * 100))

/**
 * Returns the satoshis of an invoice that takes back these cents of a sale: the exact
 * rest of Lightning's part, or a part of it at most. undefined if several Lightning
 * payments paid the sale, and if its satoshis are unknown.
 */
export function satoshisBack(
  { tenders, refunds, satoshiAmount, sentSat }: LightningSale,
  cents: number,
): { readonly satoshis: number; readonly isAll: boolean } | undefined {
  const [paid, ...others] = tenders.filter(
    ({ paymentMethodId }) => paymentMethodId === bitcoinId,
  )
  const base = satoshiAmount ?? sentSat
  if (!paid || others.length > 0 || base === undefined) return undefined
  const payouts = refunds.filter((each) => each.refundInvoice !== null)
  const back = payouts.reduce((sum, each) => sum + each.amountCents, cents)
  const paidOut = payouts.reduce((sum, each) => sum + each.satoshiAmount, 0)
  const part = (BigInt(base) * BigInt(back)) / BigInt(paid.amountCents)
  return { satoshis: Number(part) - paidOut, isAll: back === paid.amountCents }
}

const leftOf = ({ tenders, refunds }: Sale, methodId: string): number => {
  const paid = tenders.filter(({ paymentMethodId }) => paymentMethodId === methodId)
  const back = refunds.filter(({ paymentMethodId }) => paymentMethodId === methodId)
  return (
    paid.reduce((sum, { amountCents }) => sum + amountCents, 0) -
    back.reduce((sum, each) => sum + each.amountCents - each.roundingCents, 0)
  )
}
