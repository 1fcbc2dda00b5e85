import { isObject } from '../../parts/is-object.ts'
import { keptFor } from '../../parts/kept.ts'
import type { Currency, Me } from '../../parts/pos.ts'

/** Values that this browser keeps for the till. */
export const kept = keptFor('till')

/** User of the session that may go on, with that user's permissions. */
export const keptMe = kept<Me | undefined>(
  'me',
  undefined,
  (value) => value as Me | undefined,
)

/** True while the session of a locked till is still to be ended. */
export const isLeaving = kept('leaving', false, (value) => value === true)

/** Name of the shop at the last login here; blank before. */
export const shopName = kept('shop-name', '', (value) =>
  typeof value === 'string' ? value : undefined,
)

/** True if a shift was open when this till last knew. */
export const keptShift = kept<boolean | undefined>('shift-open', undefined, (value) =>
  typeof value === 'boolean' ? value : undefined,
)

/** The shop's currency at the last login here. */
export const keptCurrency = kept<
  Pick<Currency, 'acronym' | 'fractionDigits'> | undefined
>('currency', undefined, (value) =>
  isObject(value) && typeof value.acronym === 'string' ? (value as Currency) : undefined,
)
