import { kept } from '../../shop/kept.ts'

/** Ids of the products that this till shows first. */
export const favourites = kept<readonly string[]>('favourites', [], (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined,
)
