import type {
  OrderDish,
  OrderRefundRequest,
  Refund,
  RefundItem,
  StoreRefundRequest,
} from '../../../shared/client/api.ts'
import type { AskForApproval } from '../../../shared/client/route.ts'
import { newId } from '../../../shared/ids.ts'
import { unitsShare } from '../../../shared/platform/money/shares.ts'
import { pos, type ShopOrder } from '../pos.ts'
import { centsLeft } from './refund-way.ts'

/** Some units of a line, as a refund of the store or of a bill names them. */
type RefundedPart = RefundItem | { readonly orderDishId: string }

/** A line of a sale, and how many of its units can still go back. */
export type SoldLine = {
  readonly name: string
  /** Units that were sold. */
  readonly quantity: number
  readonly left: number
  /** For all its units, in cents; undefined once a sum was given back, of any line. */
  readonly paidCents: number | undefined
  readonly partsOf: (units: number) => readonly RefundedPart[]
}

/** Refund request, of a sale of the store or of a bill. */
export type RefundBody = Omit<StoreRefundRequest, 'items'> & {
  readonly items?: readonly RefundedPart[]
}

/** True if it was sold over the counter, and not at a table. */
export const isOfStore = ({ items }: Pick<ShopOrder, 'items'>): boolean =>
  items.length > 0

/** The lines of a sale or of a settled bill. Throws PosError. */
export const soldLines = (sale: ShopOrder): Promise<SoldLine[]> =>
  isOfStore(sale) ? linesOfSale(sale.id) : linesOfBill(sale)

async function linesOfSale(id: string): Promise<SoldLine[]> {
  const { items, refunds } = await pos.storeOrders.one({ params: { id } })
  const back = refunds.flatMap((each) => each.items)
  return items.map((item, line) => {
    const { productName: name, quantity, paidCents, productId, variantId } = item
    const { priceAtOrder } = item
    const part = { line, productId, ...(variantId && { variantId }), priceAtOrder }
    return {
      name,
      quantity,
      paidCents: areByLine(refunds) ? (paidCents ?? undefined) : undefined,
      left: back
        .filter((each) => each.line === line)
        .reduce((left, each) => left - each.quantity, quantity),
      partsOf: (units) => [{ ...part, quantity: units }],
    }
  })
}

/** Dishes that are alike are one line. */
async function linesOfBill({ id }: ShopOrder): Promise<SoldLine[]> {
  const params = { id }
  const [{ dishes }, { refunds }] = await Promise.all([
    pos.orders.complete({ params }),
    pos.orders.one({ params }),
  ])
  const back = new Set(
    refunds.flatMap(({ items }) => items.map((item) => item.orderDishId)),
  )
  const alike = Map.groupBy(
    dishes.filter(({ status }) => status !== 'cancelled'),
    (dish) => JSON.stringify([nameOf(dish), dish.paidCents]),
  )
  return [...alike.values()].map((sold) => {
    const left = sold.filter((dish) => !back.has(dish.id))
    const [{ paidCents } = { paidCents: undefined }] = sold
    return {
      name: sold[0] ? nameOf(sold[0]) : '',
      quantity: sold.length,
      paidCents:
        areByLine(refunds) && paidCents !== undefined
          ? paidCents * sold.length
          : undefined,
      left: left.length,
      partsOf: (units) => left.slice(0, units).map((dish) => ({ orderDishId: dish.id })),
    }
  })
}

/** Such as "Burger (Cheese)". */
function nameOf({ dishName = '', modifiers = [] }: OrderDish): string {
  const chosen = modifiers.map(({ name, quantity }) =>
    quantity > 1 ? `${quantity} × ${name}` : name,
  )
  return chosen.length > 0 ? `${dishName} (${chosen.join(', ')})` : dishName
}

/** A sum that was given back is spread over all lines. */
const areByLine = (refunds: readonly { readonly items: readonly unknown[] }[]) =>
  refunds.every(({ items }) => items.length > 0)

/** True if nothing is left of a sale; a bill's own status stays `paid`. */
export const isGivenBack = (sale: ShopOrder): boolean =>
  sale.status === 'refunded' ||
  (!isOfStore(sale) && sale.refunds.length > 0 && centsLeft(sale) === 0)

/** Units of a line that go back. */
export type Chosen = { readonly line: SoldLine; readonly units: number }

/** Returns the price of the chosen units, in cents; undefined if only the shop can tell. */
export const centsOf = (
  chosen: readonly Chosen[],
  smallestCents: number,
): number | undefined =>
  chosen.reduce<number | undefined>((sum, { line, units }) => {
    const { quantity, left, paidCents } = line
    if (sum === undefined || paidCents === undefined) return undefined
    const ofLine = { quantity, taken: quantity - left, units }
    return sum + unitsShare(paidCents, ofLine, smallestCents)
  }, 0)

/** A refund, and the key under which it is made once. */
export type RefundToGive = { readonly key: string; readonly body: RefundBody }

export const refundToGive = (body: RefundBody): RefundToGive => ({ key: newId(), body })

/** Makes the refund, once however often it is called. Throws PosError, NotApproved. */
export const giveBack = (
  sale: ShopOrder,
  { key: idempotencyKey, body }: RefundToGive,
  approval: AskForApproval | undefined,
): Promise<Refund> => {
  const params = { id: sale.id }
  const call = { params, idempotencyKey, ...(approval && { approval }) }
  return isOfStore(sale)
    ? pos.storeOrders.refund({ ...call, body: body as StoreRefundRequest })
    : pos.orders.refund({ ...call, body: body as OrderRefundRequest })
}
