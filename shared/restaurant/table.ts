import * as z from 'zod'
import { id, nonBlank } from '../validation/fields.ts'

/** Whether guests can be seated at a table. */
const tableStatuses = ['available', 'occupied', 'reserved'] as const

const status = z.enum(tableStatuses)

/** A table of a restaurant as clients read it. */
export const Table = z
  .object({
    id: z.string(),
    name: z.string(),
    status,
    spaceId: z.string(),
    orderId: z.string().nullable(),
  })
  .meta({ id: 'Table', description: 'A table of a restaurant' })
export type Table = z.output<typeof Table>

/** In an update, undefined fields keep their stored values; null clears the order. */
export const TableInput = z
  .object({
    name: nonBlank,
    status: status.optional(),
    spaceId: id,
    orderId: id.nullish(),
  })
  .meta({
    id: 'TableInput',
    description: 'In an update, fields that are left out keep their values',
  })
export type TableInput = z.output<typeof TableInput>
