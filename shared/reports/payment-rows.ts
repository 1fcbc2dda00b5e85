import { tendersOf } from '../sales/order-payments.ts'
import type { SaleTender } from '../sales/sale-snapshot.ts'
import type { Timezone } from '../time/zone.ts'
import { amountCell, amountOrBlank } from './amount-cell.ts'
import { headerOf, saleHeader } from './sale-rows.ts'
import type { Sale } from './sales-of-period.ts'

export const paymentColumns = [
  ...saleHeader,
  'paymentId',
  'method',
  'amount',
  'given',
  'change',
  'satoshis',
  'exchangeRate',
  'exchangeRateCurrency',
  'paymentHash',
  'transactionId',
  'currency',
] as const

/** A row for each payment. One that pays several orders stands with the first of them. */
export function paymentRows(
  sales: readonly Sale[],
  { timezone, currency }: { readonly timezone: Timezone; readonly currency: string },
) {
  const seen = new Set<string>()
  return sales.flatMap((sale) => {
    const header = headerOf(sale, timezone)
    const ofSale = sale.order.sale?.currency ?? currency
    return tendersOf(sale.order)
      .filter(({ paymentId }) => !seen.has(paymentId) && seen.add(paymentId))
      .map((tender) => ({ ...header, currency: ofSale, ...cellsOf(tender) }))
  })
}

const cellsOf = ({ lightning, ...tender }: SaleTender) => ({
  paymentId: tender.paymentId,
  method: tender.methodName,
  amount: amountCell(tender.amountCents),
  given: amountOrBlank(tender.givenCents),
  change: amountOrBlank(tender.changeCents),
  satoshis: lightning?.satoshiAmount ?? null,
  exchangeRate: lightning?.exchangeRateAtPayment ?? null,
  exchangeRateCurrency: lightning?.exchangeRateCurrency ?? null,
  paymentHash: lightning?.paymentHash ?? null,
  transactionId: tender.transactionId ?? null,
})
