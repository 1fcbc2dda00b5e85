import * as z from 'zod'

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
  .object({ ...list, externalId: z.string().optional() })
  .refine(inOrder, 'from is after to')

/** Which outgoing payments a list holds; `all` takes in failed ones. */
export const OutgoingQuery = z.object(list).refine(inOrder, 'from is after to')
