import { tendersOf } from '../../selling/sales/order-payments.ts'
import type { SaleTender } from '../../selling/sales/sale-snapshot.ts'
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

/** A row for each payment. One for several orders is listed with the first of them. */
export function paymentRows(sales: readonly Sale[], terms: Terms) {
  const seen = new Set<string>()
  return sales.flatMap((sale) => {
    const head = ofSale(sale, terms)
    return tendersOf(sale.order)
      .filter(({ paymentId }) => !seen.has(paymentId) && seen.add(paymentId))
      .map((tender) => ({ ...head, tender }))
  })
}

export const paymentColumns: Columns<OfSale & { readonly tender: SaleTender }> = {
  ...headColumns,
  paymentId: ({ tender }) => tender.paymentId,
  method: ({ tender }) => tender.methodName,
  amount: ({ tender }) => amount(tender.amountCents),
  given: ({ tender }) => amountOrBlank(tender.givenCents),
  change: ({ tender }) => amountOrBlank(tender.changeCents),
  satoshis: ({ tender }) => tender.lightning?.satoshiAmount ?? null,
  exchangeRate: ({ tender }) => tender.lightning?.exchangeRateAtPayment ?? null,
  exchangeRateCurrency: ({ tender }) => tender.lightning?.exchangeRateCurrency ?? null,
  paymentHash: ({ tender }) => tender.lightning?.paymentHash ?? null,
  transactionId: ({ tender }) => tender.transactionId ?? null,
  currency: ({ currency }) => currency,
  ...tailColumns,
  sentSat: ({ tender }) => tender.lightning?.sentSat ?? null,
  receivedSat: ({ tender }) => tender.lightning?.receivedSat ?? null,
  nodeFeeSat: ({ tender }) => tender.lightning?.nodeFeeSat ?? null,
  ...laterColumns,
}
