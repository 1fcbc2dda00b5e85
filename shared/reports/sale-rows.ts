import { fromCents } from '../money/decimal.ts'
import { dayOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import type { SharedLine } from './line-shares.ts'
import type { Sale } from './sales-of-period.ts'

/** What every row about a sale begins with: the shop's day, and the moment in UTC. */
export const saleHeader = ['day', 'time', 'number', 'orderId'] as const

export const headerOf = ({ order }: Sale, timezone: Timezone) => ({
  day: dayOf(Date.parse(order.createdAt), timezone),
  time: order.createdAt,
  number: order.sale?.number ?? null,
  orderId: order.id,
})

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
] as const

/** A row for each line of the sales. Tips are beside what was paid. */
export const saleRows = (sales: readonly Sale[], timezone: Timezone) =>
  sales.flatMap((sale) => {
    const header = { ...headerOf(sale, timezone), userName: sale.order.userName }
    return sale.lines.map((line) => ({ ...header, ...cellsOf(line) }))
  })

const cellsOf = ({ tax, ...line }: SharedLine) => ({
  productName: line.productName,
  quantity: line.quantity,
  price: fromCents(line.priceAtOrder),
  discount: fromCents(line.discountCents),
  adjustment: fromCents(line.adjustmentCents),
  taxName: tax?.name ?? null,
  taxRatePercent: tax ? tax.rateThousandths / 1_000 : null,
  net: fromCents(line.paidCents - line.taxCents),
  tax: fromCents(line.taxCents),
  paid: fromCents(line.paidCents),
  tip: fromCents(line.tipCents),
})
