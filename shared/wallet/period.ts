import * as z from 'zod'
import { readMoment } from '../time/moment.ts'

const moment = (as: 'start' | 'end') =>
  z
    .union([z.string(), z.int().min(0)])
    .describe('Unix ms or ISO 8601')
    .transform((value, context) => {
      const ms = readMoment(String(value), as)
      if (ms !== undefined) return ms
      context.addIssue('must be Unix ms or ISO 8601')
      return z.NEVER
    })

type FromTo = { from?: number | undefined; to?: number | undefined }

/** Whether a period's start is not after its end; an open end is in order. */
export const isInOrder = ({ from, to }: FromTo): boolean =>
  from === undefined || to === undefined || from <= to

/**
 * Body of POST /wallet/export, in Unix ms or ISO 8601; read as Unix ms. A date without a
 * time counts as the whole day.
 */
export const Period = z
  .object({ from: moment('start').nullish(), to: moment('end').nullish() })
  .default({})
  .transform(({ from, to }) => ({ from: from ?? undefined, to: to ?? undefined }))
  .refine(isInOrder, 'from is after to')
  .meta({ id: 'Period', description: 'A period; a day without a time counts whole' })
export type Period = z.output<typeof Period>
