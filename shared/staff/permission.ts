import * as z from 'zod'

/** A permission of the catalogue on the wire. */
export const Permission = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    adminOnly: z.boolean().describe('Always false: any role may have it'),
  })
  .meta({ id: 'Permission', description: 'A permission of the catalogue' })
