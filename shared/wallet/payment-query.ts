import * as z from 'zod'
import { maxReferenceLength } from '../lightning/limits.ts'
import { isInOrder } from './period.ts'

const digits = z.string().regex(/^\d{1,15}$/, 'must be a whole number')
const number = digits.transform(Number)

/** How documents show a number that a query has as text. */
const integer = { type: 'integer', minimum: 0 } as const

const fields = {
  /** Unix ms */
  from: number.optional().meta({ ...integer, description: 'Unix ms' }),
  /** Unix ms */
  to: number.optional().meta({ ...integer, description: 'Unix ms' }),
  limit: number
    .optional()
    .meta({ ...integer, description: 'Rows; 20 if it is left out' }),
  offset: number.optional().meta({ ...integer, description: 'Rows to pass over' }),
  all: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .meta({ enum: ['true', 'false'], description: 'Also what was not paid, unpaged' }),
}

/** Query of GET /wallet/payments/incoming; `all` adds unpaid invoices, unpaged. */
export const IncomingQuery = z
  .object({
    ...fields,
    externalId: z
      .string()
      .max(maxReferenceLength)
      .optional()
      .describe("The till's own reference, from the invoice"),
  })
  .refine(isInOrder, 'from is after to')
export type IncomingQuery = z.output<typeof IncomingQuery>

/** Query of GET /wallet/payments/outgoing; `all` adds failed payments, unpaged. */
export const OutgoingQuery = z.object(fields).refine(isInOrder, 'from is after to')
export type OutgoingQuery = z.output<typeof OutgoingQuery>
