import * as z from 'zod'
import { isoTime, majorUnits, priceCents, visibleText } from '../validation/fields.ts'

const type = z.enum(['in', 'out']).describe('Into the drawer, or out of it')

/** Cash that goes into the drawer or out of it without a sale. */
export const CashMovement = z
  .object({
    id: z.string(),
    type,
    amount: majorUnits,
    reason: z.string().describe('Why cash was put in or taken out'),
    userId: z.string().describe('Who moved it'),
    createdAt: isoTime,
  })
  .meta({ id: 'CashMovement', description: 'Cash put into the drawer or taken out' })

/** What a client sends of a cash movement. */
export const CashMovementInput = z
  .object({
    type,
    amount: priceCents.refine((cents) => cents > 0, 'must be above 0'),
    reason: visibleText.describe('Why cash was put in or taken out'),
  })
  .transform(({ amount: amountCents, ...movement }) => ({ ...movement, amountCents }))
  .meta({ id: 'CashMovementInput' })
export type CashMovementInput = Readonly<z.output<typeof CashMovementInput>>
