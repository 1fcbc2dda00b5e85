import type { Dish } from '../../../../shared/client/api.ts'
import { searchText } from '../../../parts/text-search.ts'

/** Dishes that can be ordered now, by name, with what they are searched by. */
export const searchableDishes = (dishes: readonly Dish[]) =>
  dishes
    .filter(({ isAvailable }) => isAvailable)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((dish) => ({ dish, text: searchText([dish.name]) }))
