import type { Order } from '../sales/orders.ts'
import { dayOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import { amountCell } from './amount-cell.ts'
import type { SharedLine } from './line-shares.ts'
import type { Sale } from './sales-of-period.ts'

/** What every row about a sale begins with: the shop's day, and the moment in UTC. */
export const saleHeader = ['day', 'time', 'number', 'orderId'] as const

export const headerOf = ({ order }: Pick<Sale, 'order'>, timezone: Timezone) => ({
  day: dayOfSale(order, timezone),
  time: order.createdAt,
  number: order.sale?.number ?? null,
  orderId: order.id,
})

/** The day of the shop as it was then; of earlier sales, as the shop's time zone is now. */
export const dayOfSale = ({ createdAt, sale }: Order, timezone: Timezone) =>
  dayOf(Date.parse(createdAt), sale?.shop ? sale.shop.timezone : timezone)

export const saleColumns = [
  ...saleHeader,
  'userName',
  'productName',
  'quantity',
  'price',
  'discount',
  'adjustment',
  'taxName',
  'taxRatePercent',
  'net',
  'tax',
  'paid',
  'tip',
  'addedTax',
  'rounding',
  'sku',
  'currency',
] as const

/**
 * A row for each line of the sales. Tips are beside what was paid. Every row adds up: quantity
 * × price - discount + adjustment + rounding + addedTax = paid. `currency` is of sales that do
 * not say it.
 */
export const saleRows = (
  sales: readonly Sale[],
  { timezone, currency }: { readonly timezone: Timezone; readonly currency: string },
) =>
  sales.flatMap((sale) => {
    const { order, lines } = sale
    const header = {
      ...headerOf(sale, timezone),
      userName: order.userName,
      currency: order.sale?.currency ?? currency,
    }
    return lines.map((line) => ({ ...header, ...cellsOf(line) }))
  })

const cellsOf = ({ tax, ...line }: SharedLine) => ({
  productName: line.productName,
  quantity: line.quantity,
  price: amountCell(line.priceAtOrder),
  discount: amountCell(line.discountCents),
  adjustment: amountCell(line.adjustmentCents),
  taxName: tax?.name ?? null,
  taxRatePercent: tax ? tax.rateThousandths / 1_000 : null,
  net: amountCell(line.paidCents - line.taxCents),
  tax: amountCell(line.taxCents),
  paid: amountCell(line.paidCents),
  tip: amountCell(line.tipCents),
  addedTax: amountCell(line.addedTaxCents),
  rounding: amountCell(0),
  sku: line.sku ?? null,
})
