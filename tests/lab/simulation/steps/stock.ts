import type { ProductRecord } from '../../../../shared/catalog/products.ts'
import type { AuditRecord } from '../../../../shared/people/audit/audit-trail.ts'
import type { StoreOrderRecord } from '../../../../shared/selling/checkout/store-orders.ts'
import { changesOf, type StepCheck } from './step.ts'

type Units = Map<string, number>

/**
 * Checks that stock is never below 0, and changes by the sales, refunds and corrections
 * of the same transaction: at each moment it is the opening stock with all of these.
 */
export const checkStock = (): StepCheck => (step, findings) => {
  const expected: Units = new Map()
  for (const { before, after } of changesOf<StoreOrderRecord>(step, { sk: 'ORDER' })) {
    // A deleted order keeps what it sold
    if (after?.kind !== 'store') continue
    addTaken(expected, after, -1)
    if (before) addTaken(expected, before, 1)
  }
  if (!step.isExpiry) {
    for (const { before, after } of changesOf<AuditRecord>(step, { pk: 'AUDIT' })) {
      if (before || after?.kind !== 'stock') continue
      for (const { productId, quantity } of (after.after?.adjustments ??
        []) as Correction[])
        add(expected, productId, quantity)
    }
  }
  for (const { before, after } of changesOf<ProductRecord>(step, { pk: 'PRODUCT' })) {
    if (!after) continue
    const { id, quantity = 0, components = [] } = after
    findings.isTrue(`stock of ${id} is ${quantity}`, quantity >= 0)
    const isSetByHand = before?.version !== after.version
    const change = expected.get(id) ?? 0
    expected.delete(id)
    if (!before || isSetByHand || components.length > 0) continue
    findings.equal(
      `change of the stock of ${id}`,
      quantity - (before.quantity ?? 0),
      change,
    )
  }
  for (const [id, change] of expected) {
    // Units of a product that was deleted, or became a bundle, go nowhere
    if (change < 0)
      findings.lines.push(`${id} was sold ${-change} times and kept its stock`)
  }
}

type Correction = { readonly productId: string; readonly quantity: number }

/** Adds the units that an order took of each product and has not returned. */
function addTaken(units: Units, order: StoreOrderRecord, sign: 1 | -1): void {
  const { items, sale, status } = order
  if (!sale && status !== 'open') return
  const returned = (at: number) =>
    (sale?.refunds ?? [])
      .filter(({ restocks }) => restocks)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.at === at)
      .reduce((sum, { quantity }) => sum + quantity, 0)
  for (const [at, { productId, quantity, parts }] of items.entries()) {
    const kept = (quantity - returned(at)) * sign
    if (!parts) add(units, productId, kept)
    for (const part of parts ?? []) add(units, part.productId, kept * part.quantity)
  }
}

function add(units: Units, id: string, quantity: number): void {
  const sum = (units.get(id) ?? 0) + quantity
  if (sum === 0) units.delete(id)
  else units.set(id, sum)
}
