import type { readCategoryNames } from '../../catalog/categories.ts'
import { tendersOf, transactionIdOf } from '../../selling/sales/order-payments.ts'
import { soldAtOf } from '../../selling/sales/sale-snapshot.ts'
import { modifierText } from '../../selling/sales/sold-modifiers.ts'
import {
  amount,
  amountOrBlank,
  type Columns,
  headColumns,
  laterColumns,
  type OfSale,
  ofSale,
  type Terms,
  tailColumns,
} from './export-columns.ts'
import type { Sale } from './sales-of-period.ts'
import type { SharedLine } from './shared-lines.ts'

/**
 * A row for each line of the sales, and one for the rounding of a sale's cash. Tips are beside
 * what was paid. Every row adds up: quantity × price - discount + adjustment + rounding +
 * addedTax = net + tax + rounding = paid.
 */
export const saleRows = (
  sales: readonly Sale[],
  terms: Terms,
  categoryAt: Awaited<ReturnType<typeof readCategoryNames>>,
) =>
  sales.flatMap((sale) => {
    const head = ofSale(sale, terms)
    const soldMs = Date.parse(soldAtOf(sale.order))
    const rounding = sale.lines.reduce((sum, line) => sum + line.roundingCents, 0)
    const rows = sale.lines.map((line): ExportedLine => ({ ...line, roundingCents: 0 }))
    if (rounding !== 0) rows.push(roundingLine(rounding))
    return rows.map((line) => ({
      ...head,
      line,
      category:
        line.categoryId === undefined ? null : categoryAt(line.categoryId, soldMs),
    }))
  })

type ExportedLine = Omit<SharedLine, 'productName' | 'refunded' | 'costCents'> & {
  /** null for the rounding. */
  readonly productName: string | null
}

const roundingLine = (roundingCents: number): ExportedLine => ({
  productName: null,
  quantity: 0,
  priceAtOrder: 0,
  discountCents: 0,
  addedTaxCents: 0,
  adjustmentCents: 0,
  roundingCents,
  paidCents: roundingCents,
  taxCents: 0,
  tipCents: 0,
})

type SaleRow = OfSale & {
  readonly line: ExportedLine
  /** The name that it had when it was sold. */
  readonly category: string | null | undefined
}

/** A line's own discount, and its share of the sale's; null where they were not kept apart. */
function discountsOf({ order, line: { discountCents, ownDiscountCents } }: SaleRow) {
  const isOfSale = discountCents === 0 || order.kind === 'restaurant'
  const ownCents = isOfSale ? 0 : ownDiscountCents
  return ownCents === undefined
    ? { ownCents: null, shareCents: null }
    : { ownCents, shareCents: discountCents - ownCents }
}

export const saleColumns: Columns<SaleRow> = {
  ...headColumns,
  userName: ({ order }) => order.userName,
  productName: ({ line }) => line.productName,
  quantity: ({ line }) => line.quantity,
  price: ({ line }) => amount(line.priceAtOrder),
  discount: ({ line }) => amount(line.discountCents),
  adjustment: ({ line }) => amount(line.adjustmentCents),
  taxName: ({ line }) => line.tax?.name ?? null,
  taxRatePercent: ({ line: { tax } }) => (tax ? tax.rateThousandths / 1_000 : null),
  net: ({ line }) => amount(line.paidCents - line.taxCents - line.roundingCents),
  tax: ({ line }) => amount(line.taxCents),
  paid: ({ line }) => amount(line.paidCents),
  tip: ({ line }) => amount(line.tipCents),
  addedTax: ({ line }) => amount(line.addedTaxCents),
  rounding: ({ line }) => amount(line.roundingCents),
  sku: ({ line }) => line.sku ?? null,
  currency: ({ currency }) => currency,
  modifiers: ({ line }) => line.modifiers?.map(modifierText).join(', ') ?? null,
  transactionId: ({ order }) => transactionIdOf(tendersOf(order)) ?? null,
  ...tailColumns,
  category: ({ category }) => category ?? null,
  lineDiscount: (row) => amountOrBlank(discountsOf(row).ownCents),
  saleDiscount: (row) => amountOrBlank(discountsOf(row).shareCents),
  buyer: ({ order }) => order.sale?.buyer?.name ?? null,
  buyerTaxId: ({ order }) => order.sale?.buyer?.taxId ?? null,
  buyerAddress: ({ order }) => order.sale?.buyer?.address ?? null,
  buyerEmail: ({ order }) => order.sale?.buyer?.email ?? null,
  ...laterColumns,
}
