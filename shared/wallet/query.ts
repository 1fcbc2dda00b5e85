import * as z from 'zod'
import { maxReferenceLength } from '../lightning/limits.ts'
import { readMoment } from '../time/moment.ts'

const digits = z.string().regex(/^\d{1,15}$/, 'must be a whole number')
const number = digits.transform(Number)

const list = {
  /** Unix ms */
  from: number.optional(),
  to: number.optional(),
  limit: number.optional(),
  offset: number.optional(),
  all: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
}

const inOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to

/** Which incoming payments a list holds; `all` takes in unpaid invoices. */
export const IncomingQuery = z
  .object({ ...list, externalId: z.string().max(maxReferenceLength).optional() })
  .refine(inOrder, 'from is after to')

/** Which outgoing payments a list holds; `all` takes in failed ones. */
export const OutgoingQuery = z.object(list).refine(inOrder, 'from is after to')

const moment = (as: 'start' | 'end') =>
  z.union([z.string(), z.int().min(0)]).transform((value, context) => {
    const ms = readMoment(String(value), as)
    if (ms !== undefined) return ms
    context.addIssue('must be Unix ms or ISO 8601')
    return z.NEVER
  })

/** The period of an export, in Unix ms or ISO 8601; a whole day counts in full. */
export const Period = z
  .object({ from: moment('start').nullish(), to: moment('end').nullish() })
  .default({})
  .transform(({ from, to }) => ({ from: from ?? undefined, to: to ?? undefined }))
  .refine(inOrder, 'from is after to')
