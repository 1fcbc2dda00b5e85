import type { Item, Key } from '../dynamodb/keys.ts'

/** A tax of the shop as it is stored. */
export type StoredTax = {
  readonly id: string
  readonly name: string
  /** Thousandths of a percent, 0 to 100,000: 16 % is 16,000. */
  readonly rateThousandths: number
  /** Whether it applies to what names no tax; at most one tax has it. */
  readonly isDefault: boolean
}

/** All taxes of the shop, in one record that a sale reads together with its products. */
export type TaxesRecord = Item & {
  readonly taxes: readonly StoredTax[]
  /** Counts changes of the taxes. */
  readonly version: number
}

/** The key of the taxes; a shop that never had a tax has no such record. */
export const taxesKey: Key = { pk: 'TAXES', sk: 'TAXES' }

/**
 * The tax of a product or dish: the one that it names, or else the default tax, if there
 * is one. Undefined is no tax.
 */
export function findTax(
  record: TaxesRecord | undefined,
  taxId: string | null | undefined,
): StoredTax | undefined {
  const taxes = record?.taxes ?? []
  return typeof taxId === 'string'
    ? taxes.find(({ id }) => id === taxId)
    : taxes.find(({ isDefault }) => isDefault)
}
