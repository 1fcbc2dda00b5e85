import { keptFor } from '../../parts/kept.ts'
import type { Me } from '../../parts/pos.ts'

/** What this browser keeps for the till. */
export const kept = keptFor('till')

/** Who has the session that may go on, and what that person may do. */
export const keptMe = kept<Me | undefined>(
  'me',
  undefined,
  (value) => value as Me | undefined,
)

/** What the shop was called when somebody was last logged in here; blank before. */
export const shopName = kept('shop-name', '', (value) =>
  typeof value === 'string' ? value : undefined,
)

/** Whether a shift was open when this till last knew it. */
export const keptShift = kept<boolean | undefined>('shift-open', undefined, (value) =>
  typeof value === 'boolean' ? value : undefined,
)
