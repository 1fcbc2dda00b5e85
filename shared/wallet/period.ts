import * as z from 'zod'
import { Failure } from '../failure.ts'
import { readMoment } from '../time/moment.ts'
import type { Timezone } from '../time/zone.ts'

const moment = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine((text) => readMoment(text) !== undefined, 'must be Unix ms or ISO 8601')

/** In Unix ms, both included. */
export type FromTo = { from?: number | undefined; to?: number | undefined }

/** Whether a period's start is not after its end; an open end is in order. */
export const isInOrder = ({ from, to }: FromTo): boolean =>
  from === undefined || to === undefined || from <= to

/**
 * Body of POST /wallet/export, in Unix ms or ISO 8601. A date without a time counts as the
 * whole day of the shop; `readPeriod` reads it.
 */
export const Period = z
  .object({
    from: moment.nullish().describe('Unix ms or ISO 8601, such as 2026-11-01'),
    to: moment.nullish().describe('Unix ms or ISO 8601, such as 2026-11-30'),
  })
  .default({})
  .meta({ id: 'Period', description: 'A period; a day without a time counts whole' })
export type Period = z.output<typeof Period>

/** A period in Unix ms, its days in a time zone. Throws `invalid` for a reversed one. */
export function readPeriod({ from, to }: Period, timezone: Timezone): FromTo {
  const period = {
    from: from ? readMoment(from, 'start', timezone) : undefined,
    to: to ? readMoment(to, 'end', timezone) : undefined,
  }
  if (!isInOrder(period)) throw new Failure('invalid', { fault: 'from is after to' })
  return period
}
