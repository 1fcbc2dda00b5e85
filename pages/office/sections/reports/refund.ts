import type { Refund } from '../../../../shared/client/api.ts'
import { pos, type ShopOrder } from '../../../parts/pos.ts'

/** Cash takes the place of every other method. */
const cashId = '32332081-7a2b-4e67-a198-fddf2451f426'
/** Lightning takes an invoice of the customer, whom the till has in front of it. */
const lightningId = '3ae8f71e-954a-4795-8531-368354c67ede'

/** A method by which money of a sale can go back here, and how much at most, in cents. */
export type Way = {
  readonly id: string
  readonly name: string
  readonly mostCents: number
}

/** What refunds have left of a sale, tip included, in cents. */
const centsLeft = ({ total, refunds }: ShopOrder): number =>
  refunds.reduce((left, { amountCents }) => left - amountCents, Math.round(total * 100))

/** The methods that took most first; cash last, where it took nothing. None once all went back. */
export function waysOf(sale: ShopOrder): Way[] {
  const left = centsLeft(sale)
  if (left <= 0) return []
  const ofTenders = [...Map.groupBy(sale.tenders, (each) => each.paymentMethodId)]
    .filter(([id]) => id !== lightningId && id !== cashId)
    .map(([id, tenders]): Way => {
      const paid = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const back = sale.refunds
        .filter(({ paymentMethodId }) => paymentMethodId === id)
        .reduce((sum, { amountCents }) => sum + amountCents, 0)
      const mostCents = Math.min(left, paid - back)
      return { id, name: tenders[0]?.paymentMethod ?? '', mostCents }
    })
    .filter(({ mostCents }) => mostCents > 0)
    .sort((one, other) => other.mostCents - one.mostCents)
  return [...ofTenders, { id: cashId, name: 'Cash', mostCents: left }]
}

export type RefundBody = {
  readonly amountCents: number
  readonly paymentMethodId: string
  readonly reason?: string
  /** Of a sale of the store. */
  readonly restock?: boolean
}

/** Whether it was sold over the counter, and not at a table. */
export const isOfStore = ({ items }: Pick<ShopOrder, 'items'>): boolean =>
  items.length > 0

/** Gives a sum of a sale back, once however often it is called with a key. Throws PosError. */
export const giveBack = (
  sale: ShopOrder,
  body: RefundBody,
  idempotencyKey: string,
): Promise<Refund> => {
  const call = { params: { id: sale.id }, idempotencyKey, body }
  return isOfStore(sale) ? pos.storeOrders.refund(call) : pos.orders.refund(call)
}
