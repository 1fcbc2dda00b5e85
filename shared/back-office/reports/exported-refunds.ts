import type { RefundRecord } from '../../selling/sales/orders.ts'
import { refundReceiptNumber, type SoldTax } from '../../selling/sales/sale-snapshot.ts'
import { currencyOfZ } from '../../selling/shifts/z-reports.ts'
import { baseCurrencyOf } from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import {
  amount,
  type Columns,
  dayIn,
  type OfSale,
  type Terms,
  zOf,
  zOfPart,
} from './export-columns.ts'
import type { MadeRefund } from './refunds-of-period.ts'

type RefundRow = Pick<OfSale, 'day' | 'currency' | 'inZ'> & {
  readonly refund: RefundRecord
  readonly isVoided: boolean
  /** null for the tip and for the rounding. */
  readonly productName: string | null
  readonly quantity: number
  /** Absent for what has none. */
  readonly tax?: SoldTax | undefined
  readonly cents: number
  readonly roundingCents: number
  readonly taxCents: number
  readonly tipCents: number
  readonly satoshis: number
}

/**
 * A row for each line of each refund, on its own day, one for the tip in it and one for the
 * rounding of its cash. In every row net + tax + tip - rounding = amount; what was paid out is
 * in the first.
 */
export const refundRows = (refunds: readonly MadeRefund[], terms: Terms): RefundRow[] =>
  refunds.flatMap((made) => {
    const { refund, lines } = made
    const { tipCents, roundingCents = 0 } = refund
    const none = { productName: null, quantity: 0, taxCents: 0, tipCents: 0 }
    const parts = lines.map(({ productName = null, paidCents, ...line }) => ({
      ...line,
      productName,
      cents: paidCents,
      tipCents: 0,
      roundingCents: 0,
    }))
    const tip = { ...none, cents: tipCents, tipCents, roundingCents: 0 }
    const hasTip = tipCents !== 0 || parts.length === 0
    const rounding = { ...none, cents: -roundingCents, roundingCents }
    const rows = [
      ...parts,
      ...(hasTip ? [tip] : []),
      ...(roundingCents !== 0 ? [rounding] : []),
    ]
    return rows.map((part, place) => ({
      ...part,
      ...ofRefund(made, terms),
      refund,
      isVoided: made.order?.sale?.voided === true,
      satoshis: place === 0 ? refund.satoshiAmount : 0,
    }))
  })

export const ofRefund = (
  { refund, order }: MadeRefund,
  { time, base, zs }: Terms,
): Pick<OfSale, 'day' | 'currency' | 'inZ'> => {
  const currency = order ? currencyOfOrder(base, order) : baseCurrencyOf(base).acronym
  // A refund in another currency than the Z's is in none
  const counting = zs.filter((z) => currencyOfZ(base, z) === currency)
  return {
    day: dayIn(refund.refundedAt, order?.sale?.shop, time),
    currency,
    inZ: zOfPart(counting, refund, () =>
      refund.refundNumber === undefined
        ? // From before refunds had numbers
          (counting.find(({ closedAt }) => closedAt >= refund.refundedAt)?.number ?? null)
        : zOf(counting, refund.refundNumber, (z) => [
            z.firstRefundNumber,
            z.lastRefundNumber,
          ]),
    ),
  }
}

export const refundColumns: Columns<RefundRow> = {
  day: ({ day }) => day,
  time: ({ refund }) => refund.refundedAt,
  refundId: ({ refund }) => refund.id,
  number: ({ refund }) => refund.number,
  orderId: ({ refund }) => refund.orderId,
  userName: ({ refund }) => refund.userName,
  reason: ({ refund }) => refund.reason ?? null,
  method: ({ refund }) => refund.methodName,
  amount: ({ cents }) => amount(cents),
  net: ({ cents, taxCents, tipCents, roundingCents }) =>
    amount(cents - taxCents - tipCents + roundingCents),
  tax: ({ taxCents }) => amount(taxCents),
  tip: ({ tipCents }) => amount(tipCents),
  satoshis: ({ satoshis }) => satoshis,
  invoice: ({ refund }) => refund.invoice ?? null,
  productName: ({ productName }) => productName,
  quantity: ({ quantity }) => quantity,
  currency: ({ currency }) => currency,
  rounding: ({ roundingCents }) => amount(roundingCents),
  receiptNumber: ({ refund }) => refundReceiptNumber(refund),
  taxName: ({ tax }) => tax?.name ?? null,
  taxRatePercent: ({ tax }) => (tax ? tax.rateThousandths / 1_000 : null),
  voided: ({ isVoided }) => (isVoided ? 'voided' : null),
  inZ: ({ inZ }) => inZ,
  fiscal: ({ refund }) => refund.fiscal ?? null,
}
