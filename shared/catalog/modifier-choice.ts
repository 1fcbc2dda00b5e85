import * as z from 'zod'
import { idOf, orElse } from '../platform/validation/fields.ts'

/** More than any product has groups, and any group takes options. */
const maxChoices = 200

const ModifierChoice = z
  .object({
    groupId: idOf('a modifier group of the product or dish'),
    optionId: idOf('one of its options'),
    // Whether it fits is for the group to say
    quantity: orElse(z.number().describe('How many of it each unit has, 1 to 20'), 1),
  })
  .meta({ id: 'ModifierChoice', description: 'A modifier that a customer chose' })

/**
 * What a line names of its modifier groups. Left out, as by older tills, it has their defaults
 * at whatever price the client says.
 */
export const ModifierChoices = orElse(
  z
    .array(ModifierChoice)
    .max(maxChoices)
    .describe('What each unit has of its modifier groups; by default their defaults'),
  undefined,
)
