import { insertAuditEntry, insertChangeAudit } from '../audit/audit-trail.ts'
import type { Write } from '../dynamodb/write.ts'
import type { ProductInput, StockDelta } from './product.ts'

/** A record with a name, as it is before a change. */
type Named = { readonly id: string; readonly name: string }

type Prices = { readonly priceCents: number; readonly costCents?: number }

/** Enters other prices of a product or a dish in the audit trail. */
export function insertPriceAudit(
  userId: string,
  { id, name, priceCents, costCents }: Named & Prices,
  after: Prices,
): Write[] {
  if (priceCents === after.priceCents && costCents === after.costCents) return []
  const before = { priceCents, ...(costCents !== undefined && { costCents }) }
  const changed = {
    priceCents: after.priceCents,
    ...(after.costCents !== undefined && { costCents: after.costCents }),
  }
  return [
    insertAuditEntry({
      kind: 'price',
      userId,
      subject: { id, name },
      before,
      after: changed,
    }),
  ]
}

/** Enters other prices of a product and another stock in the audit trail. */
export function insertProductAudit(
  userId: string,
  current: Named & Prices & { readonly quantity: number },
  input: ProductInput,
  isBundle: boolean,
): Write[] {
  const { id, name, quantity } = current
  return [
    ...insertPriceAudit(userId, current, input),
    ...(isBundle || quantity === input.quantity
      ? []
      : [
          insertAuditEntry({
            kind: 'stock',
            userId,
            subject: { id, name },
            before: { quantity },
            after: { quantity: input.quantity },
          }),
        ]),
  ]
}

/** A correction of a product's stock by hand. */
export type StockAdjustment = StockDelta & {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** Enters corrections of stock in the audit trail. */
export const insertStockAudit = (adjustments: readonly StockAdjustment[]): Write =>
  insertAuditEntry({ kind: 'stock', before: null, after: { adjustments } })

type Stocked = Named & { readonly quantity: number; readonly priceCents: number }

/** Enters the stock and price that a product begins with in the audit trail. */
export const insertFirstStockAudit = (product: Stocked): Write =>
  insertAuditEntry({ ...aboutStock(product), before: null, after: stockOf(product) })

/** Enters the stock that is deleted with its product in the audit trail. */
export const insertLastStockAudit = (product: Stocked): Write =>
  insertAuditEntry({ ...aboutStock(product), before: stockOf(product), after: null })

const aboutStock = ({ id, name }: Named) => ({
  kind: 'stock' as const,
  subject: { id, name },
})

const stockOf = ({ quantity, priceCents }: Stocked) => ({ quantity, priceCents })

/** Enters the price of a dish that is created or deleted in the audit trail. */
export const insertDishAudit = (
  { id, name }: Named,
  before: number | null,
  after: number | null,
): Write =>
  insertAuditEntry({
    kind: 'price',
    subject: { id, name },
    before: before === null ? null : { priceCents: before },
    after: after === null ? null : { priceCents: after },
  })

/** Enters another tax of a product or dish in the audit trail. */
export const insertTaxUseAudit = (
  { id, name, taxId = null }: Named & { readonly taxId?: string | null | undefined },
  after: string | null | undefined,
): Write[] =>
  insertChangeAudit({ kind: 'tax', subject: { id, name } }, { taxId }, { taxId: after })
