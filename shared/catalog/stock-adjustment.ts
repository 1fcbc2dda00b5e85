import { Failure } from '../failure.ts'
import {
  retryOnConflict,
  unchanged,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import { update, type Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { type AdjustedStock, insertStockAudit } from './catalog-audit.ts'
import type { StockDelta } from './product.ts'
import {
  checkUntracked,
  hasStock,
  maxProducts,
  type ProductRecord,
  readProducts,
} from './products.ts'
import { findVariant, hasVariants, variantName } from './variants.ts'

/**
 * Adjusts stock by signed quantities, all or none. Skips products whose units are not
 * counted; units that sales take afterwards may go below 0. Throws `insufficientStock`,
 * also for an unknown product or variant and for a bundle, `checkoutVariantRequired`, and
 * `nothingProvided`.
 */
export async function adjustStock(deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) throw new Failure('nothingProvided')
  const ids = new Set(deltas.map(({ productId }) => productId))
  const movedUnits = deltas.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  // Beyond safe integers the sums would not be exact
  if (ids.size > maxProducts || !Number.isSafeInteger(movedUnits)) {
    throw new Failure('insufficientStock')
  }
  await retryOnConflict(async () => {
    const products = (await readProducts(ids)).map((product) => {
      if (!product || product.components) throw new Failure('insufficientStock')
      return product
    })
    const changed = products.map((product) => ({
      product,
      adjusted: adjustedVariants(
        product,
        deltas.filter(({ productId }) => productId === product.id),
      ),
    }))
    const adjustments = changed
      .flatMap(({ adjusted }) => adjusted)
      .filter(({ quantity }) => quantity !== 0)
    await transactAndRespond(
      [
        ...changed.map(({ product, adjusted }) =>
          product.trackStock === false
            ? checkUntracked(product.id, versionConflict)
            : updateAdjusted(product, adjusted),
        ),
        adjustments.length > 0 && insertStockAudit(adjustments.map(withoutUnitsIn)),
      ],
      undefined,
    )
  })
}

type Adjusted = AdjustedStock & { readonly unitsIn: string }

/** Returns the new quantity of each variant, once each; none where units are not counted. */
function adjustedVariants(
  product: ProductRecord,
  deltas: readonly StockDelta[],
): Adjusted[] {
  const sums = new Map<string, Adjusted>()
  for (const { variantId, quantity, reason } of deltas) {
    const variant = findVariant(product, variantId)
    if (variant === 'unknown') throw new Failure('insufficientStock')
    if (variant === 'ambiguous') throw new Failure('checkoutVariantRequired')
    const { id, unitsIn, quantity: before } = variant
    const earlier = sums.get(id)
    const sum = (earlier?.quantity ?? 0) + quantity
    const reasons = [earlier?.reason, reason].filter(Boolean)
    sums.set(id, {
      productId: product.id,
      ...(hasVariants(product) && { variantId: id }),
      quantity: sum,
      ...(reasons.length > 0 && { reason: reasons.join('; ') }),
      name: variantName(product, variant),
      before,
      after: before + sum,
      unitsIn,
    })
  }
  if (product.trackStock === false) return []
  const adjusted = [...sums.values()]
  // Sales that are counted afterwards may have taken more than there was: units may come
  // in, even below 0
  const isTooFew = ({ quantity, after }: Adjusted) =>
    after < 0 && quantity < 0 && product.stockPolicy !== 'afterwards'
  if (adjusted.some((each) => isTooFew(each) || !Number.isSafeInteger(each.after))) {
    throw new Failure('insufficientStock')
  }
  return adjusted
}

/** The audit trail names the stock before: a sale that came between is a version conflict. */
function updateAdjusted(product: ProductRecord, adjusted: readonly Adjusted[]): Write {
  const { when, values } = unchanged(
    product,
    adjusted.map(({ unitsIn }) => unitsIn),
  )
  return update(
    product,
    {
      set: Object.fromEntries(adjusted.map(({ unitsIn, after }) => [unitsIn, after])),
      when: [when, hasStock].join(' AND '),
      values,
    },
    versionConflict,
  )
}

const withoutUnitsIn = ({ unitsIn: _unitsIn, ...adjustment }: Adjusted): AdjustedStock =>
  adjustment
