import * as z from 'zod'
import { course } from '../../catalog/dish.ts'
import { id } from '../../platform/validation/fields.ts'

/** Body of POST /orders/{id}/fire: ids of the order's lines. */
export const FireRequest = z
  .object({
    dishIds: z
      .array(id)
      .max(1_000)
      .optional()
      .describe('Every pending line that the kitchen has to make, if left out'),
    course: course.optional().describe('Only the pending lines of this course'),
    onScreen: z
      .boolean()
      .default(false)
      .describe('Sends lines that no printer takes, too: the kitchen has a screen'),
  })
  .meta({ id: 'FireRequest', description: 'Which lines of the order to print' })

/** Reply of POST /orders/{id}/fire. */
export const Fired = z
  .object({
    sent: z.array(z.string()).describe('Ids of the lines that are printed'),
    printers: z.array(z.string()).describe('Names of the printers'),
  })
  .meta({ id: 'Fired', description: 'What was sent to the kitchen' })
export type Fired = z.output<typeof Fired>
