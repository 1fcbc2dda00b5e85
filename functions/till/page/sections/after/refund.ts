import { pos, type ShopOrder } from '../../../../../page-parts/pos.ts'
import type { Refund, StoreRefundRequest } from '../../../../../shared/client/api.ts'
import type { AskForApproval } from '../../../../../shared/client/route.ts'
import { newId } from '../../../../../shared/ids.ts'
import { unitsShare } from '../../../../../shared/money/shares.ts'

/** A line of a sale, and how many of its units can still go back. */
export type SoldLine = {
  /** Its place in the sale, from 0. */
  readonly line: number
  readonly name: string
  readonly left: number
  /** Units that were sold. */
  readonly quantity: number
  /** For all its units, in cents; undefined once a sum was given back, of any line. */
  readonly paidCents: number | undefined
  readonly productId: string
  readonly variantId?: string | undefined
  readonly priceAtOrder: number
}

/** What goes back, and the key under which it goes back once. */
export type RefundToGive = { readonly key: string; readonly body: StoreRefundRequest }

export const refundToGive = (body: StoreRefundRequest): RefundToGive => ({
  key: newId(),
  body,
})

/** The lines of a sale of the store. Throws PosError. */
export async function soldLines(id: string): Promise<SoldLine[]> {
  const { items, refunds } = await pos.storeOrders.one({ params: { id } })
  const back = refunds.flatMap((each) => each.items)
  const isByLine = refunds.every((each) => each.items.length > 0)
  return items.map(({ productName: name, quantity, paidCents, ...item }, line) => ({
    ...item,
    line,
    name,
    quantity,
    paidCents: isByLine ? (paidCents ?? undefined) : undefined,
    left: back
      .filter((each) => each.line === line)
      .reduce((left, each) => left - each.quantity, quantity),
  }))
}

/** What refunds have left of a sale, tip included, in cents. */
export const centsLeft = ({ total, refunds }: Pick<ShopOrder, 'total' | 'refunds'>) =>
  refunds.reduce((left, { amountCents }) => left - amountCents, Math.round(total * 100))

/** What the units chosen come to, in cents; undefined where only the shop can say. */
export const centsOf = (
  lines: readonly SoldLine[],
  units: ReadonlyMap<number, number>,
  smallestCents: number,
): number | undefined =>
  lines.reduce<number | undefined>((sum, { line, quantity, left, paidCents }) => {
    const chosen = units.get(line) ?? 0
    if (sum === undefined || paidCents === undefined) return undefined
    const ofLine = { quantity, taken: quantity - left, units: chosen }
    return sum + unitsShare(paidCents, ofLine, smallestCents)
  }, 0)

/** The items of a refund: those lines of which some units were chosen. */
export const itemsOf = (lines: readonly SoldLine[], units: ReadonlyMap<number, number>) =>
  lines.flatMap(({ line, productId, variantId, priceAtOrder }) => {
    const quantity = units.get(line) ?? 0
    return quantity === 0
      ? []
      : [{ line, productId, ...(variantId && { variantId }), priceAtOrder, quantity }]
  })

/** Gives back what was chosen, once however often it is called. Throws PosError, NotApproved. */
export const giveBack = (
  id: string,
  isOfStore: boolean,
  { key: idempotencyKey, body }: RefundToGive,
  approval: AskForApproval | undefined,
): Promise<Refund> => {
  const call = { params: { id }, idempotencyKey, ...(approval && { approval }) }
  if (isOfStore) return pos.storeOrders.refund({ ...call, body })
  const { items: _items, restock: _restock, ...ofBill } = body
  return pos.orders.refund({ ...call, body: ofBill })
}
