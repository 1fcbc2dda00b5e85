import type { Rate } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'

/** The exchange rate in the shop's currency; undefined where none is known. */
export const readRateNow = (): Promise<Rate | undefined> =>
  pos.currencies.rate({}).catch(() => undefined)

/** About what satoshis are worth, in cents of the rate's currency. */
export const centsOf = (sat: number, { rate }: Rate): number =>
  Math.round((sat * rate) / 1_000_000)
