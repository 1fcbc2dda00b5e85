import type { SaleTax, SoldTax } from '../../selling/sales/sale-snapshot.ts'
import {
  amount,
  type Columns,
  type OfSale,
  ofSale,
  type Terms,
} from './export-columns.ts'
import { ofRefund } from './exported-refunds.ts'
import type { GivenBackLine, MadeRefund } from './refunds-of-period.ts'
import type { Sale } from './sales-of-period.ts'
import { taxesSoldOf } from './sales-report.ts'

/** Sales and refunds of one day under one tax; a null name is without tax. */
type TaxRow = Pick<OfSale, 'day' | 'currency'> & {
  readonly name: string | null
  readonly rateThousandths: number | null
  readonly sold: NetAndTax
  readonly refunded: NetAndTax
}

type NetAndTax = Pick<SaleTax, 'netCents' | 'taxCents'>

/** A line that was sold, or given back, on a day. */
type TaxedLine = Pick<OfSale, 'day' | 'currency'> &
  Omit<GivenBackLine, 'productName' | 'quantity' | 'tax'> & {
    readonly tax?: SoldTax | undefined
    readonly isRefund: boolean
  }

/**
 * Returns a row for each day, currency and tax, by name and rate; sales without tax are a
 * row without name. Sales and refunds count on their own days, so that no refund changes
 * an earlier day. Throws `sumsTooLarge`.
 */
export function taxRows(
  sales: readonly Sale[],
  refunds: readonly MadeRefund[],
  terms: Terms,
): TaxRow[] {
  const lines: TaxedLine[] = [
    ...sales.flatMap((sale) => {
      const { day, currency } = ofSale(sale, terms)
      return sale.lines.map((line) => ({ ...line, day, currency, isRefund: false }))
    }),
    ...refunds.flatMap((made) => {
      const { day, currency } = ofRefund(made, terms)
      return made.lines.map((line) => ({ ...line, day, currency, isRefund: true }))
    }),
  ]
  const days = Map.groupBy(lines, ({ day, currency }) => [day, currency].join(' '))
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([group, ofGroup]) => {
      const [day = '', currency = ''] = group.split(' ')
      const [refunded = [], sold = []] = [true, false].map((isRefund) =>
        ofGroup.filter((line) => line.isRefund === isRefund),
      )
      const taxes = [...taxesSoldOf(ofGroup), ...untaxedOf(ofGroup)]
      return taxes.map(({ name, rateThousandths }) => {
        const of = (same: readonly TaxedLine[]): NetAndTax =>
          [...taxesSoldOf(same), ...untaxedOf(same)].find(
            (tax) => tax.name === name && tax.rateThousandths === rateThousandths,
          ) ?? { netCents: 0, taxCents: 0 }
        return {
          day,
          currency,
          name,
          rateThousandths,
          sold: of(sold),
          refunded: of(refunded),
        }
      })
    })
}

function untaxedOf(lines: readonly TaxedLine[]) {
  const untaxed = lines.filter(({ tax, paidCents }) => !tax && paidCents !== 0)
  if (untaxed.length === 0) return []
  const netCents = untaxed.reduce((sum, { paidCents }) => sum + paidCents, 0)
  return [{ name: null, rateThousandths: null, netCents, taxCents: 0 }]
}

const grossOfTax = ({ netCents, taxCents }: NetAndTax) => netCents + taxCents

export const taxColumns: Columns<TaxRow> = {
  day: ({ day }) => day,
  taxName: ({ name }) => name,
  taxRatePercent: ({ rateThousandths: rate }) => (rate === null ? null : rate / 1_000),
  net: ({ sold, refunded }) => amount(sold.netCents - refunded.netCents),
  tax: ({ sold, refunded }) => amount(sold.taxCents - refunded.taxCents),
  gross: ({ sold, refunded }) => amount(grossOfTax(sold) - grossOfTax(refunded)),
  currency: ({ currency }) => currency,
  soldNet: ({ sold }) => amount(sold.netCents),
  soldTax: ({ sold }) => amount(sold.taxCents),
  soldGross: ({ sold }) => amount(grossOfTax(sold)),
  refundedNet: ({ refunded }) => amount(refunded.netCents),
  refundedTax: ({ refunded }) => amount(refunded.taxCents),
  refundedGross: ({ refunded }) => amount(grossOfTax(refunded)),
}
