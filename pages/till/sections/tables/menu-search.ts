import type { Dish } from '../../../../shared/client/api.ts'
import { searchText } from '../../../parts/text-search.ts'

/** Returns the dishes that can be ordered now, by name, with their searchable texts. */
export const searchableDishes = (dishes: readonly Dish[]) =>
  dishes
    .filter(({ isAvailable }) => isAvailable)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((dish) => ({ dish, text: searchText([dish.name]) }))
