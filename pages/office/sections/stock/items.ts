import type { Product } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { newId } from '../../../../shared/ids.ts'
import { pos } from '../../../parts/pos.ts'
import { codesOf } from '../../../parts/product-codes.ts'
import { levelsOf } from '../../figures/stock.ts'

/** Item with units of its own: a product, or each variant of one. */
export type Item = {
  readonly id: string
  readonly productId: string
  readonly variantId: string | undefined
  readonly name: string
  readonly hint?: string
  readonly codes: readonly (string | null)[]
  readonly quantity: number
  readonly costCents: number
  readonly minimum: number
  readonly maximum: number
}

/** Everything whose units are counted. */
export const itemsOf = (products: readonly Product[]): Item[] =>
  products
    .filter(({ trackStock, isBundle }) => trackStock && !isBundle)
    .flatMap((product) => {
      const { id, name, options, variants, quantity, costCents } = product
      const levels = { productId: id, ...levelsOf(product) }
      // One product alone comes with its default variant, which lists leave out
      if (!product.hasVariants) {
        const codes = codesOf(product)
        return [{ ...levels, id, variantId: undefined, name, codes, quantity, costCents }]
      }
      const values = options.flatMap((option) => option.values)
      return variants.map((variant) => ({
        ...(variant.isActive ? levels : { productId: id, minimum: 0, maximum: 0 }),
        id: `${id} ${variant.id}`,
        variantId: variant.id as string | undefined,
        name: `${name} (${values
          .filter((value) => variant.optionValueIds.includes(value.id))
          .map(({ value }) => value)
          .join(', ')})`,
        codes: [variant.SKU, ...variant.barcodes],
        quantity: variant.quantity,
        costCents: variant.costCents,
      }))
    })

/** Most products in one adjustment. */
const mostAtOnce = 90

export type Movement = { readonly item: Item; readonly units: number }

/** Books a list of movements, each unit once, however often it is tried and changed. */
export type Booking = {
  /** Books what the list has and is not booked, and takes back what it has no more. Throws PosError. */
  readonly book: (movements: readonly Movement[], reason: string) => Promise<void>
  /** Says that an item is looked at afresh, with what is booked of it. Throws PosError. */
  readonly restart: (itemId: string) => Promise<void>
}

/** A booking of a new list. */
export function newBooking(): Booking {
  const booked = new Map<string, Movement>()
  /** Adjustment without a clear answer: it may be booked, so it is sent again unchanged. */
  let open: Adjustment | undefined
  const settle = async () => {
    const sent = open
    if (!sent) return
    try {
      await pos.products.adjustStock(sent.call)
    } catch (error) {
      if (error instanceof PosError && error.status === 400) open = undefined
      throw error
    }
    if (open !== sent) return
    open = undefined
    for (const { item, units } of sent.movements) {
      booked.set(item.id, { item, units: units + (booked.get(item.id)?.units ?? 0) })
    }
  }
  return {
    book: async (movements, reason) => {
      await settle()
      const wanted = new Map(movements.map((each) => [each.item.id, each]))
      const left = [...new Map([...booked, ...wanted]).values()]
        .map(({ item }) => {
          const units = wanted.get(item.id)?.units ?? 0
          return { item, units: units - (booked.get(item.id)?.units ?? 0) }
        })
        .filter(({ units }) => units !== 0)
      for (let at = 0; at < left.length; at += mostAtOnce) {
        open = adjustment(left.slice(at, at + mostAtOnce), reason)
        await settle()
      }
    },
    restart: async (itemId) => {
      await settle()
      booked.delete(itemId)
    },
  }
}

type Adjustment = ReturnType<typeof adjustment>

/** Units to be added, or taken where they are negative, and the key under which that is done once. */
const adjustment = (movements: readonly Movement[], reason: string) => ({
  movements,
  call: {
    idempotencyKey: newId(),
    body: movements.map(({ item: { productId, variantId }, units }) => ({
      productId,
      ...(variantId !== undefined && { variantId }),
      quantity: units,
      reason: reason.slice(0, 200),
    })),
  },
})
