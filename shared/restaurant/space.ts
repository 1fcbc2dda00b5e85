import * as z from 'zod'
import { nonBlank, recordId } from '../validation/fields.ts'

/** A space of a restaurant, such as a hall or a terrace, as clients read it. */
export const Space = z
  .object({
    id: recordId(),
    name: z.string().describe('Name of the space, unique, such as Terrace'),
  })
  .meta({
    id: 'Space',
    description: 'A space of a restaurant, such as a hall or a terrace',
  })
export type Space = z.output<typeof Space>

export const SpaceInput = z
  .object({ name: nonBlank.describe('Name of the space, unique, such as Terrace') })
  .meta({ id: 'SpaceInput' })
