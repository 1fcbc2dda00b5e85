import { insertAuditEntry } from '../audit/audit-trail.ts'
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

/** Enters a correction of stock in the audit trail, by how much and not from which number. */
export const insertStockAudit = (userId: string, deltas: readonly StockDelta[]): Write =>
  insertAuditEntry({
    kind: 'stock',
    userId,
    before: null,
    after: { adjustments: deltas },
  })
