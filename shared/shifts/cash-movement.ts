import * as z from 'zod'
import {
  isoTime,
  majorUnits,
  nonBlank,
  priceCents,
  recordId,
} from '../validation/fields.ts'

const type = z.enum(['in', 'out']).describe('Into the drawer, or out of it')

/** Cash that goes into the drawer or out of it without a sale. */
export const CashMovement = z
  .object({
    id: recordId(),
    type,
    amount: majorUnits,
    reason: z.string().describe('Why it was moved, such as Bread'),
    userId: z.string().describe('Who moved it'),
    createdAt: isoTime,
  })
  .meta({ id: 'CashMovement', description: 'Cash put into the drawer or taken out' })

/** What a client sends of a cash movement. */
export const CashMovementInput = z
  .object({
    type,
    amount: priceCents.refine((cents) => cents > 0, 'must be above 0'),
    reason: nonBlank.describe('Why it was moved, such as Bread'),
  })
  .transform(({ amount: amountCents, ...movement }) => ({ ...movement, amountCents }))
  .meta({ id: 'CashMovementInput' })
export type CashMovementInput = Readonly<z.output<typeof CashMovementInput>>
