import { isObject } from '../../parts/is-object.ts'
import { keep, keptUnder, parsed, takeOver } from '../../parts/kept.ts'
import { claimNumber } from '../shop/own-till.ts'
import { numberOf, type PendingSale, withNumber } from './pending-sale.ts'

/** A late payment may arrive this long after its invoice can be paid no more, in ms. */
const graceMs = 15 * 60_000

const prefix = 'till.sales/'

/** The sales that the shop has not answered yet. They outlive the page, and other tabs know them. */
export const outbox = {
  all: (): readonly PendingSale[] =>
    keptUnder(prefix)
      .filter(isPending)
      .sort((one, other) => one.madeMs - other.madeMs),
  /** Keeps a sale; false if it is gone with this page. */
  put: (sale: PendingSale): Promise<boolean> => keep(`${prefix}${sale.saleId}`, sale),
  /**
   * Keeps a sale with the next number of the till, if it is one, in the same write. Returns it as
   * it is kept.
   */
  putNumbered: async (sale: PendingSale): Promise<PendingSale> => {
    const key = `${prefix}${sale.saleId}`
    const number = await claimNumber((next) => new Map([[key, withNumber(sale, next)]]))
    if (number !== undefined) return withNumber(sale, number)
    await keep(key, sale)
    return sale
  },
  find: (saleId: string): PendingSale | undefined =>
    keptUnder(`${prefix}${saleId}`).find(isPending),
  /** True if a sale waits with a number: one for a Lightning payment is paid then. */
  isNumbered: (saleId: string): boolean => {
    const sale = outbox.find(saleId)
    return sale !== undefined && numberOf(sale) !== undefined
  },
  remove: (saleId: string): Promise<boolean> => keep(`${prefix}${saleId}`, undefined),
}

const isPending = (value: unknown): value is PendingSale =>
  isObject(value) && typeof value.saleId === 'string' && isObject(value.request)

takeOver('till.sales', async (left) => {
  const sales = parsed(left)
  if (!Array.isArray(sales)) return true
  const kept = await Promise.all(sales.filter(isPending).map(outbox.put))
  return kept.every(Boolean)
})

/** True once nobody will pay for a sale any more. One with a number is paid. */
export const isLapsed = (sale: PendingSale, nowMs: number): boolean =>
  sale.unpaidUntilMs !== undefined &&
  numberOf(sale) === undefined &&
  nowMs > sale.unpaidUntilMs + graceMs
