import { fromCents } from '../money/decimal.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import type { Order } from '../sales/orders.ts'
import type { SaleTender } from '../sales/sale-snapshot.ts'
import type { Timezone } from '../time/zone.ts'
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
] as const

/** A row for each payment. One that pays several orders stands with the first of them. */
export function paymentRows(sales: readonly Sale[], timezone: Timezone) {
  const seen = new Set<string>()
  return sales.flatMap((sale) => {
    const header = headerOf(sale, timezone)
    return tendersOf(sale.order)
      .filter(({ paymentId }) => !seen.has(paymentId) && seen.add(paymentId))
      .map((tender) => ({ ...header, ...cellsOf(tender) }))
  })
}

/** The payments as they were made; orders without a snapshot name those linked to them. */
const tendersOf = ({ sale, payments }: Order): readonly SaleTender[] =>
  sale?.tenders ??
  payments.map(({ lightning, ...payment }) => ({
    ...payment,
    methodName: findPaymentMethod(payment.methodId)?.name ?? '',
    ...(lightning && { lightning }),
  }))

const cellsOf = ({ lightning, ...tender }: SaleTender) => ({
  paymentId: tender.paymentId,
  method: tender.methodName,
  amount: fromCents(tender.amountCents),
  given: majorUnits(tender.givenCents),
  change: majorUnits(tender.changeCents),
  satoshis: lightning?.satoshiAmount ?? null,
  exchangeRate: lightning?.exchangeRateAtPayment ?? null,
  exchangeRateCurrency: lightning?.exchangeRateCurrency ?? null,
  paymentHash: lightning?.paymentHash ?? null,
})

const majorUnits = (cents: number | undefined) =>
  cents === undefined ? null : fromCents(cents)
