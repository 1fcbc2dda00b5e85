import type { StoreOrderRecord } from '../../checkout/store-orders.ts'
import { fromCents } from '../../money/decimal.ts'
import type { RestaurantOrderRecord } from '../../restaurant/restaurant-orders.ts'
import type { Order } from '../../sales/orders.ts'
import type { SaleRefund, SoldTax } from '../../sales/sale-snapshot.ts'
import { taxKey } from '../../sales/sale-sums.ts'
import { localMinute, type Timezone } from '../../time/zone.ts'
import type { PrintedTicket } from '../layout/printed-ticket.ts'
import { refundTicket } from '../layout/refund-slip.ts'

/** The refunds that the receipt of an order shows. */
export const printedRefunds = (
  { sale }: Order,
  timezone: Timezone,
): Pick<NonNullable<PrintedTicket['details']>, 'refunds'> =>
  sale?.refunds
    ? {
        refunds: sale.refunds.map(({ refundedAt, methodName, amountCents }) => ({
          date: localMinute(Date.parse(refundedAt), timezone),
          method: methodName,
          amount: fromCents(amountCents),
        })),
      }
    : {}

/** The slip of a refund of an order; undefined when the order has no such refund. */
export function refundSlipOf(
  order: Order,
  refundId: string,
  timezone: Timezone,
): PrintedTicket | undefined {
  const refund = order.sale?.refunds?.find(({ id }) => id === refundId)
  if (!refund) return undefined
  const sold = soldIn(order)
  return refundTicket({
    id: refund.id,
    number: order.sale?.number ?? null,
    date: localMinute(Date.parse(refund.refundedAt), timezone),
    refundedBy: refund.userName,
    lines: refund.lines.map(({ at, quantity, paidCents }) => {
      const name = sold[at]?.name ?? ''
      const isSum = quantity === 0
      return {
        quantity: isSum ? 1 : quantity,
        name: isSum ? `Part of ${name}` : name,
        cents: paidCents,
      }
    }),
    tipCents: refund.tipCents,
    amountCents: refund.amountCents,
    method: refund.methodName,
    satoshis: refund.satoshiAmount,
    taxes: taxesOf(refund, sold),
  })
}

type Sold = { readonly name: string; readonly tax?: SoldTax | undefined }

const soldIn = (order: Order): readonly Sold[] =>
  order.kind === 'store'
    ? (order as StoreOrderRecord).items.map(({ productName: name, tax }) => ({
        name,
        tax,
      }))
    : (order as RestaurantOrderRecord).lines.map(({ dishName: name, tax }) => ({
        name,
        tax,
      }))

/** The taxes in what was given back, by name and rate. */
function taxesOf({ lines }: SaleRefund, sold: readonly Sold[]) {
  const taxed = lines.flatMap(({ at, paidCents, taxCents }) => {
    const tax = sold[at]?.tax
    return tax ? [{ tax, netCents: paidCents - taxCents, taxCents }] : []
  })
  return [...Map.groupBy(taxed, ({ tax }) => taxKey(tax)).values()].map((same) => {
    const sum = (part: 'netCents' | 'taxCents') =>
      same.reduce((total, each) => total + each[part], 0)
    const [first] = same
    return {
      name: first?.tax.name ?? '',
      ratePercent: (first?.tax.rateThousandths ?? 0) / 1_000,
      netCents: sum('netCents'),
      taxCents: sum('taxCents'),
    }
  })
}
