import { keptFor } from '../../parts/kept.ts'

/** What this browser keeps for the till. */
export const kept = keptFor('till')

/** What the shop was called when somebody was last logged in here; blank before. */
export const shopName = kept('shop-name', '', (value) =>
  typeof value === 'string' ? value : undefined,
)
