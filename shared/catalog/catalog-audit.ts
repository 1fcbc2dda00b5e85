import { insertAuditEntry, insertChangeAudit } from '../people/audit/audit-trail.ts'
import type { Write, Writes } from '../platform/dynamodb/write.ts'
import type { StockDelta } from './product.ts'

/** A record with a name, as it is before a change. */
type Named = { readonly id: string; readonly name: string }

type Prices = { readonly priceCents: number; readonly costCents?: number }

const subjectOf = ({ id, name }: Named) => ({ id, name })

/** Enters other prices of a product or a dish in the audit trail. */
export function insertPriceAudit(
  userId: string,
  { priceCents, costCents, ...current }: Named & Prices,
  after: Prices,
): Write | undefined {
  if (priceCents === after.priceCents && costCents === after.costCents) return
  return insertAuditEntry({
    kind: 'price',
    userId,
    subject: subjectOf(current),
    before: { priceCents, costCents },
    after: { priceCents: after.priceCents, costCents: after.costCents },
  })
}

/** Enters other prices of a product and another stock in the audit trail. */
export const insertProductAudit = (
  userId: string,
  current: Named & Prices & { readonly quantity: number },
  { quantity, ...after }: Prices & { readonly quantity: number },
  isBundle: boolean,
): Writes => [
  insertPriceAudit(userId, current, after),
  ...insertChangeAudit(
    { kind: 'stock', userId, subject: subjectOf(current) },
    { quantity: current.quantity },
    isBundle ? {} : { quantity },
  ),
]

/** A correction of a product's stock by hand. */
export type AdjustedStock = StockDelta & {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** Enters corrections of stock in the audit trail. */
export const insertStockAudit = (adjustments: readonly AdjustedStock[]): Write =>
  insertAuditEntry({ kind: 'stock', before: null, after: { adjustments } })

/** Enters a new dish with its price, or a new product with its stock too, in the audit trail. */
export const insertCreationAudit = (created: Sold): Write =>
  insertAuditEntry({ ...aboutSold(created), before: null, after: valuesOf(created) })

/** Enters the price and stock that are deleted with a dish or product in the audit trail. */
export const insertDeletionAudit = (deleted: Sold): Write =>
  insertAuditEntry({ ...aboutSold(deleted), before: valuesOf(deleted), after: null })

/** A product, or a dish, which has no stock. */
type Sold = Named & {
  readonly priceCents: number
  readonly quantity?: number
  readonly stockPolicy?: 'afterwards'
}

const aboutSold = ({ quantity, ...record }: Sold) => ({
  kind: quantity === undefined ? ('price' as const) : ('stock' as const),
  subject: subjectOf(record),
})

const valuesOf = ({ quantity, priceCents, stockPolicy }: Sold) => ({
  quantity,
  priceCents,
  ...(stockPolicy && { stockPolicy }),
})

/** Logs the changed fields of a product, variant or dish, beside its price, stock and tax. */
export const insertCatalogAudit = (
  userId: string,
  subject: Named,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Write[] =>
  insertChangeAudit(
    { kind: 'catalog', userId, subject: subjectOf(subject) },
    before,
    after,
  )

/**
 * Logs a category, supplier or ingredient: all of it when it is created or deleted, else
 * the changed fields.
 */
export const insertRecordAudit = (
  subject: Named,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Write[] => {
  const fields = { kind: 'catalog', subject: subjectOf(subject) } as const
  return before && after
    ? insertChangeAudit(fields, before, after)
    : [insertAuditEntry({ ...fields, before, after })]
}

/** Enters another tax of a product or dish in the audit trail. */
export const insertTaxUseAudit = (
  { taxId = null, ...record }: Named & { readonly taxId?: string | null | undefined },
  after: string | null | undefined,
): Write[] =>
  insertChangeAudit(
    { kind: 'tax', subject: subjectOf(record) },
    { taxId },
    { taxId: after },
  )
