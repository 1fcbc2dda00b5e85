import { type Dish, DishInput } from '../../../catalog/dish.ts'
import {
  allDishes,
  findDish,
  prepareNewDish,
  updateDish,
} from '../../../catalog/dishes.ts'
import type { DishRecord } from '../../../catalog/shown-dish.ts'
import { fromCents } from '../../../platform/money/decimal.ts'
import { parse } from '../../../platform/validation/parse.ts'
import { Known } from '../known.ts'
import { byName, categoryNames, onlyOne, priceCheck, taxNames } from '../names.ts'
import type { Importer } from '../planner.ts'

/** Dishes of the menu, by their names. */
export const dishes: Importer = {
  columns: {
    name: 'text',
    price: 'number',
    category: 'text',
    tax: 'text',
    isAvailable: 'flag',
    course: 'text',
  },
  columnOf: { categoryId: 'category', taxId: 'tax' },
  load: async (context) => {
    const [all, categories, taxes, checkPrice] = await Promise.all([
      allDishes(),
      categoryNames('dish', context),
      taxNames(),
      priceCheck(),
    ])
    const known = new Known(all, ({ name }) => [name], findDish)
    return {
      namesOf: byName,
      plan: async ({ category, tax, ...cells }) => {
        checkPrice('price', cells.price)
        const found = await known.find(String(cells.name))
        const current = onlyOne(found, `${found.length} dishes have this name`)
        const input = parse(DishInput, {
          ...(current && priceAndCategory(current)),
          ...cells,
          ...(category !== undefined && { categoryId: category }),
          taxId: taxes.idOf(tax),
        })
        const named =
          category === undefined
            ? input
            : { ...input, categoryId: await categories.idOf(category, 'category') }
        if (!current) {
          const { dish, writes } = prepareNewDish(named)
          return known.added(input.name, dish, writes)
        }
        if (!differs(current, named)) return undefined
        const { price, categoryId } = priceAndCategory(current)
        const before = {
          ...current,
          price,
          category: categories.nameOf(categoryId),
          tax: taxes.nameOf(current.taxId),
          isAvailable: current.isAvailable ?? true,
        }
        const writes = updateDish(current, named, context.by.userId)
        return known.changed(input.name, writes, before)
      },
      forget: ({ name }) => known.forget(String(name)),
    }
  },
}

const priceAndCategory = ({
  priceCents,
  categoryId,
}: DishRecord): Pick<Dish, 'price' | 'categoryId'> => ({
  price: fromCents(priceCents),
  categoryId,
})

const differs = (current: DishRecord, { priceCents, categoryId, ...rest }: DishInput) =>
  priceCents !== current.priceCents ||
  categoryId !== current.categoryId ||
  (rest.taxId !== undefined && rest.taxId !== (current.taxId ?? null)) ||
  (rest.isAvailable ?? current.isAvailable ?? true) !== (current.isAvailable ?? true) ||
  (rest.course !== undefined && rest.course !== (current.course ?? null))
