import * as z from 'zod'
import { fromCents } from '../money/decimal.ts'
import { cents, majorUnits } from '../validation/fields.ts'
import type { SaleSnapshot, SaleTax } from './sale-snapshot.ts'

export const TaxOfSale = z
  .object({
    name: z.string().describe('Name of the tax, such as VAT'),
    ratePercent: z.number().describe('Rate in percent, such as 16'),
    netCents: cents,
    taxCents: cents,
  })
  .meta({ id: 'TaxOfSale', description: 'A tax of a sale, by name and rate' })

/** What orders of either kind show of their sale. */
export const saleFields = {
  number: z.int().nullable().describe("The ticket's number"),
  discountAmount: cents.describe('All discounts together, in cents'),
  tipAmount: majorUnits,
}

export const taxesField = z.array(TaxOfSale)

/** The same of an order, which may have no sale. */
export const saleOnWire = (sale: SaleSnapshot | undefined) => ({
  number: sale?.number ?? null,
  discountAmount: sale?.discountCents ?? 0,
  tipAmount: fromCents(sale?.tipCents ?? 0),
})

/** A tax on the wire; rates have three decimals at most. */
export const taxOnWire = ({ rateThousandths, ...tax }: SaleTax) => ({
  ...tax,
  ratePercent: rateThousandths / 1_000,
})

/** The taxes of an order's sale. */
export const taxesOnWire = (sale: SaleSnapshot | undefined) =>
  (sale?.taxes ?? []).map(taxOnWire)
