import { pos } from '../../../../page-parts/pos.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { isObject } from '../is-object.ts'
import { kept } from '../kept.ts'

/** Sample goods: categories with names and prices in hundredths. */
export type SampleTexts = readonly {
  readonly category: string
  readonly goods: readonly (readonly [name: string, cents: number])[]
}[]

type Made = {
  readonly type: 'product' | 'dish'
  readonly ids: readonly string[]
  readonly categoryIds: readonly string[]
}

const none: Made = { type: 'product', ids: [], categoryIds: [] }

/** The ids of the samples that this till has made, until they are removed. */
export const samples = kept<Made>('samples', none, (value) =>
  isObject(value) && Array.isArray(value.ids) ? (value as Made) : undefined,
)

/**
 * Makes sample products or dishes with their categories. What a call that failed had made is
 * kept, and not made again. Throws PosError.
 */
export async function makeSamples(
  type: Made['type'],
  texts: SampleTexts,
  isWithoutCents: boolean,
): Promise<void> {
  for (const { category } of texts.slice(samples.get().categoryIds.length)) {
    await makeCategory(type, category)
  }
  const { categoryIds, ids } = samples.get()
  const goods = texts.flatMap((each, at) =>
    each.goods.map(([name, cents]) => ({
      name,
      cents,
      categoryId: categoryIds[at] ?? '',
    })),
  )
  for (const { name, cents, categoryId } of goods.slice(ids.length)) {
    // Where nothing costs less than a whole unit, 2.50 becomes 250.
    await makeGood(type, name, isWithoutCents ? cents * 100 : cents, categoryId)
  }
}

async function makeCategory(type: Made['type'], name: string): Promise<void> {
  const { id } = await pos.categories.create({ body: { type, name } })
  const made = samples.get()
  samples.set({ ...made, type, categoryIds: [...made.categoryIds, id] })
}

async function makeGood(
  type: Made['type'],
  name: string,
  cents: number,
  categoryId: string,
): Promise<void> {
  const { id } =
    type === 'dish'
      ? await pos.dishes.create({ body: { name, price: cents / 100, categoryId } })
      : await pos.products.create({
          body: {
            name,
            priceCents: cents,
            quantity: 0,
            trackStock: false,
            categoryIds: [categoryId],
          },
        })
  const made = samples.get()
  samples.set({ ...made, type, ids: [...made.ids, id] })
}

/** Removes the samples that nobody has removed yet or uses for something else. Throws PosError. */
export async function removeSamples(): Promise<void> {
  const { type, ids, categoryIds } = samples.get()
  const { remove } = type === 'dish' ? pos.dishes : pos.products
  for (const id of ids) await unlessUsed(remove({ params: { id } }))
  for (const id of categoryIds) {
    await unlessUsed(pos.categories.remove({ params: { id }, query: { type } }))
  }
  samples.set(none)
}

async function unlessUsed(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    const isExpected =
      error instanceof PosError && ['not_found', 'in_use'].includes(error.code)
    if (!isExpected) throw error
  }
}
