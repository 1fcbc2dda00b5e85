import { useCallback, useState } from 'preact/hooks'
import type {
  Category,
  CategoryInput,
  Dish,
  Ingredient,
  ModifierGroup,
  Product,
  Tax,
} from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { usePreferences } from '../../../parts/preferences.tsx'
import { type Reading, useReading } from '../../figures/reading.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'

/** Goods of a shop, as far as this person may see them; by name. */
export type Catalogue = {
  readonly products: readonly Product[]
  readonly dishes: readonly Dish[]
  readonly ingredients: readonly Ingredient[]
  readonly categories: readonly Category[]
  readonly ingredientCategories: readonly Category[]
  readonly taxes: readonly Tax[]
  readonly groups: readonly ModifierGroup[]
}

/**
 * Reads the catalogue when it is opened, after changes, and when a person looks after
 * news of it.
 */
export function useCatalogue(): {
  readonly reading: Reading<Catalogue>
  readonly readAgain: () => void
} {
  const { may } = useVisit()
  const { shop } = useShop()
  const { locale } = usePreferences()
  const [turn, setTurn] = useState(0)
  const { isRestaurant } = shop
  const read = async (signal: AbortSignal): Promise<Catalogue> => {
    const categoriesOf = (type: CategoryInput['type']) =>
      may('categories_read') ? pos.categories.list({ query: { type }, signal }) : []
    const [
      products,
      dishes,
      ingredients,
      categories,
      ingredientCategories,
      taxes,
      groups,
    ] = await Promise.all([
      isRestaurant ? [] : pos.products.list({ signal }),
      isRestaurant ? pos.dishes.list({ signal }) : [],
      isRestaurant && may('ingredients_read') ? pos.ingredients.list({ signal }) : [],
      categoriesOf(isRestaurant ? 'dish' : 'product'),
      isRestaurant ? categoriesOf('ingredient') : [],
      pos.taxes.list({ signal }),
      pos.modifiers.list({ signal }),
    ])
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const sorted = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
      rows.toSorted((one, other) => compare(one.name, other.name))
    return {
      products: sorted(products),
      dishes: sorted(dishes),
      ingredients: sorted(ingredients),
      categories: sorted(categories),
      ingredientCategories: sorted(ingredientCategories),
      taxes,
      groups: sorted(groups),
    }
  }
  const reading = useReading(read, {
    pace: 'rarely',
    look: ['catalogue'],
    key: `${turn}`,
  })
  return { reading, readAgain: useCallback(() => setTurn((now) => now + 1), []) }
}
