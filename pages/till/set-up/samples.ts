import { PosError } from '../../../shared/client/pos-error.ts'
import { pos } from '../../parts/pos.ts'
import type { SampleTexts } from '../texts/sample-texts.ts'
import { type Sample, type SampleType, skuPrefix } from './sample.ts'

/**
 * Makes sample products or dishes with their categories, but for those that the shop has
 * already: an attempt before may have failed halfway. Throws PosError.
 */
export async function makeSamples(
  type: SampleType,
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
      // In a currency without cents, 2.50 becomes 250.
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
