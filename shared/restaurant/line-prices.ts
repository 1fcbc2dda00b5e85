import { type DishRecord, dishKey } from '../catalog/dishes.ts'
import { read } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { findConfig, safeguardsOf } from '../shop/config.ts'
import type { OrderLine } from './order-line.ts'

/** Who changes a line, and whether that caller may give discounts. */
export type By = { readonly userId: string; readonly mayDiscount: boolean }

/** The line with the mark of a price below its dish's. Throws `permissionRequired`. */
export async function repriced(
  line: OrderLine,
  { priceCents }: OrderLine,
  { mayDiscount }: By,
): Promise<OrderLine> {
  if (line.priceCents === priceCents) return line
  const { isReduced: _, ...unmarked } = line
  if (mayDiscount || line.priceCents >= (await dishPriceOf(line))) return unmarked
  await refuseReduced()
  return { ...unmarked, isReduced: true }
}

/** The price of a line's dish, in cents; 0 for one that was deleted. */
const dishPriceOf = async ({ dishId }: Pick<OrderLine, 'dishId'>) =>
  (await read<DishRecord>(dishKey(dishId)))?.priceCents ?? 0

/** Throws `permissionRequired` in a shop with `verifyAmounts`: a lower price is a discount. */
export async function refuseReduced(): Promise<void> {
  const config = await findConfig()
  if (safeguardsOf(config).verifyAmounts) throw new Failure('permissionRequired')
}
