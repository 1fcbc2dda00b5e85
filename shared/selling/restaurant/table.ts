import * as z from 'zod'
import {
  idOf,
  nonBlank,
  nullableText,
  recordId,
} from '../../platform/validation/fields.ts'

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

const tableStatuses = ['available', 'occupied', 'reserved'] as const

const status = z.enum(tableStatuses).describe('Whether guests can be seated')

/** A table of a restaurant as clients read it. */
export const Table = z
  .object({
    id: recordId(),
    name: z.string().describe('Unique within its space, such as Window'),
    status,
    spaceId: recordId('the space that the table is in'),
    orderId: nullableText.describe('Id of the order at the table; null without one'),
  })
  .meta({ id: 'Table', description: 'A table of a restaurant' })
export type Table = z.output<typeof Table>

/** In an update, undefined fields keep their stored values; null clears the order. */
export const TableInput = z
  .object({
    name: nonBlank.describe('Unique within its space, such as Window'),
    status: status
      .optional()
      .describe('Whether guests can be seated; new tables are available'),
    spaceId: idOf('the space that the table is in'),
    orderId: idOf('the order at the table; null clears it').nullish(),
  })
  .meta({
    id: 'TableInput',
    description: 'In an update, fields that are left out keep their values',
  })
export type TableInput = z.output<typeof TableInput>
