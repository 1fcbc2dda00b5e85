import * as z from 'zod'
import { recordId } from '../validation/fields.ts'

/** A permission of the catalogue on the wire. */
export const Permission = z
  .object({
    id: recordId(),
    name: z.string().describe('Name, such as products_read'),
    description: z.string().describe('In English, such as Read products'),
    enabled: z.boolean().describe('Always true'),
    adminOnly: z.boolean().describe('Always false: any role may have it'),
  })
  .meta({ id: 'Permission', description: 'A permission of the catalogue' })
