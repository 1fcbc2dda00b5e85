import * as z from 'zod'
import { visibleText } from '../validation/fields.ts'

/** A space of a restaurant, such as a hall or a terrace, as clients read it. */
export const Space = z.object({ id: z.string(), name: z.string() }).meta({
  id: 'Space',
  description: 'A space of a restaurant, such as a hall or a terrace',
})
export type Space = z.output<typeof Space>

export const SpaceInput = z.object({ name: visibleText }).meta({ id: 'SpaceInput' })
