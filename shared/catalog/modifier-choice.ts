import * as z from 'zod'
import { idOf, orElse } from '../platform/validation/fields.ts'

/** More than any product has groups, and any group takes options. */
const maxChoices = 200

const ModifierChoice = z
  .object({
    groupId: idOf('a modifier group of the product or dish'),
    optionId: idOf('one of its options'),
    // The group's own limits decide later
    quantity: orElse(z.number().describe('How many of it each unit has, 1 to 20'), 1),
  })
  .meta({ id: 'ModifierChoice', description: 'A modifier that a customer chose' })

/**
 * Modifiers of a line. Older tills send none: the line gets the defaults, at the price
 * that the client says.
 */
export const ModifierChoices = orElse(
  z
    .array(ModifierChoice)
    .max(maxChoices)
    .describe('What each unit has of its modifier groups; by default their defaults'),
  undefined,
)
