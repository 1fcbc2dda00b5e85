import { pos } from '../../../../page-parts/pos.ts'
import type { Dish, Product } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import type { SampleTexts } from './sample-texts.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

type Type = 'product' | 'dish'

/** A sample that the shop has, in whichever browser it was made. */
export type Sample = {
  readonly type: Type
  readonly id: string
  readonly name: string
  readonly categoryIds: readonly string[]
}

/** The SKUs of sample products begin with it. */
const skuPrefix = 'SAMPLE-'

/**
 * Makes sample products or dishes with their categories, but for those that the shop has
 * already: an attempt before may have failed halfway. Throws PosError.
 */
export async function makeSamples(
  type: Type,
  texts: SampleTexts,
  isWithoutCents: boolean,
): Promise<void> {
  const [categories, goods] = await Promise.all([
    pos.categories.list({ query: { type } }),
    type === 'dish' ? pos.dishes.list() : pos.products.list(),
  ])
  const had = new Set(goods.map(({ name }) => name))
  let number = 0
  for (const { category, goods: samples } of texts) {
    const found = categories.find(({ name }) => name === category)
    const { id } =
      found ?? (await pos.categories.create({ body: { type, name: category } }))
    for (const [name, cents] of samples) {
      number += 1
      if (had.has(name)) continue
      // Where nothing costs less than a whole unit, 2.50 becomes 250.
      const priceCents = isWithoutCents ? cents * 100 : cents
      if (type === 'dish') {
        await pos.dishes.create({
          body: { name, price: priceCents / 100, categoryId: id },
        })
      } else {
        const SKU = `${skuPrefix}${number}`
        const body = { SKU, name, priceCents, quantity: 0, trackStock: false }
        await pos.products.create({ body: { ...body, categoryIds: [id] } })
      }
    }
  }
}

export const sampleProducts = (products: readonly Product[]): Sample[] =>
  products
    .filter(({ SKU }) => SKU?.startsWith(skuPrefix))
    .map((product) => ({ ...product, type: 'product' }))

/** Dishes have no SKU: those that are as the set-up makes them, in any language. */
export const sampleDishes = (dishes: readonly Dish[]): Sample[] =>
  dishes
    .filter(({ name, price }) =>
      [en, es].some(({ restaurantSamples }) =>
        restaurantSamples.some(({ goods }) =>
          goods.some(
            ([sample, cents]) =>
              sample === name && [cents, cents * 100].includes(Math.round(price * 100)),
          ),
        ),
      ),
    )
    .map((dish) => ({ ...dish, type: 'dish', categoryIds: [dish.categoryId] }))

/**
 * Removes samples, and their categories unless something else is in them or the person may not.
 * Throws PosError.
 */
export async function removeSamples(
  samples: readonly Sample[],
  mayRemoveCategories: boolean,
): Promise<void> {
  for (const { type, id } of samples) {
    const { remove } = type === 'dish' ? pos.dishes : pos.products
    await unlessUsed(remove({ params: { id } }))
  }
  if (!mayRemoveCategories) return
  for (const type of ['product', 'dish'] as const) {
    const ofType = samples.filter((sample) => sample.type === type)
    for (const id of new Set(ofType.flatMap(({ categoryIds }) => categoryIds))) {
      await unlessUsed(pos.categories.remove({ params: { id }, query: { type } }))
    }
  }
}

async function unlessUsed(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    const expected = ['not_found', 'in_use', 'in_bundles', 'in_modifiers']
    const isExpected = error instanceof PosError && expected.includes(error.code)
    if (!isExpected) throw error
  }
}
