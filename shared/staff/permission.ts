import * as z from 'zod'

/** A permission of the catalogue on the wire. */
export const Permission = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
  })
  .meta({ id: 'Permission', description: 'A permission of the catalogue' })
