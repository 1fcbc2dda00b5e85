import type {
  CompleteOrder,
  Dish,
  OrderDish,
  Tax,
} from '../../../../shared/client/api.ts'
import { computeSale } from '../../../../shared/selling/sales/sale-sums.ts'
import { taxOf } from '../../cart/priced-cart.ts'
import { centsOf } from '../../catalogue/cents-of.ts'

/** Lines of an order that are alike, as one row. Amounts are cents. */
export type Row = {
  readonly key: string
  readonly name: string
  readonly dish: Dish | undefined
  /** The modifiers in words. */
  readonly details: readonly string[]
  readonly notes: string
  /** Course in which it is sent to the kitchen; blank for none. */
  readonly course: string
  readonly status: OrderDish['status']
  readonly unitCents: number
  /** The ids of its lines, one for each unit. */
  readonly ids: readonly string[]
  /** True if the ticket of one of them was not printed. */
  readonly isFailed: boolean
}

/** The rows of an order, in the order in which they were ordered. */
export function rowsOf(
  { dishes: lines, failed }: Pick<CompleteOrder, 'dishes' | 'failed'>,
  menu: readonly Dish[],
): Row[] {
  const dishes = new Map(menu.map((dish) => [dish.id, dish]))
  const rows = new Map<string, Row>()
  for (const line of lines) {
    const key = keyOf(line)
    const row = rows.get(key)
    const isFailed = failed.includes(line.id) || row?.isFailed === true
    const dish = dishes.get(line.dishId)
    rows.set(key, {
      key,
      name: dish?.name ?? line.dishName ?? '…',
      dish,
      details: (line.modifiers ?? []).map(({ name, quantity }) =>
        quantity > 1 ? `${quantity} × ${name}` : name,
      ),
      notes: line.notes ?? '',
      course: line.course ?? dish?.course ?? '',
      status: line.status,
      unitCents: centsOf(line.priceAtOrder),
      ids: [...(row?.ids ?? []), line.id],
      isFailed,
    })
  }
  return [...rows.values()]
}

const keyOf = (line: OrderDish) => {
  const { dishId, priceAtOrder, modifiers = [], notes, course, status } = line
  return JSON.stringify([dishId, priceAtOrder, modifiers, notes ?? '', course, status])
}

export const isSold = ({ status }: Pick<Row, 'status'>): boolean => status !== 'cancelled'

/** Terms that taxes depend on. */
export type Terms = {
  readonly taxes: readonly Tax[]
  readonly pricesIncludeTax: boolean
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
}

/** Discount of a bill, and the payments that are attached to it; in cents. */
type Reductions = { readonly discountCents: number; readonly prepaidCents: number }

/** Sums a bill by the very sums that the server computes, in cents. */
export function sumsOf(
  rows: readonly Row[],
  { discountCents, prepaidCents }: Reductions,
  terms: Terms,
) {
  const units = rows.filter(isSold).flatMap(({ ids, unitCents, dish }) =>
    ids.map(() => ({
      quantity: 1,
      costCents: unitCents,
      discountCents: 0,
      tax: taxOf(dish?.taxId ?? null, terms),
    })),
  )
  const costCents = units.reduce((sum, unit) => sum + unit.costCents, 0)
  const { expectedCents, addedTaxCents } = computeSale(units, {
    discountCents,
    pricesIncludeTax: terms.pricesIncludeTax,
    smallestCents: terms.smallestCents,
  })
  const dueCents = expectedCents - prepaidCents
  return { costCents, discountCents, addedTaxCents, prepaidCents, dueCents }
}

export type BillSums = ReturnType<typeof sumsOf>
