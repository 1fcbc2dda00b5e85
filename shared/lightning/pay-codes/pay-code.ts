import * as z from 'zod'
import { cents, id, nonBlank, recordId } from '../../platform/validation/fields.ts'

const maxSatoshis = 21_000_000 * 100_000_000

const satoshis = z.int().min(1).max(maxSatoshis)

/** Also the name of a Lightning address. */
const codeName = nonBlank
  .max(64)
  .regex(/^[a-z0-9-_.]+$/, 'has letters a to z, digits, -, _ and . alone')
  .describe('Unique; `name@host` is its Lightning address')

const isEnabled = z.boolean().default(true).describe('Whether it can be paid')

const OpenCode = z
  .object({
    kind: z.literal('open'),
    name: codeName,
    minSat: satoshis.nullish().describe('The least that a payer may choose'),
    maxSat: satoshis.nullish().describe('The most that a payer may choose'),
    isEnabled,
  })
  .refine(({ minSat, maxSat }) => (minSat ?? 1) <= (maxSat ?? maxSatoshis), {
    path: ['minSat'],
    message: 'is above maxSat',
  })
  .meta({ id: 'OpenPayCode', description: 'A code that is paid what the payer chooses' })

const FixedCode = z
  .object({
    kind: z.literal('fixed'),
    name: codeName,
    amountCents: cents.min(1).describe('What is paid, in cents'),
    isEnabled,
  })
  .meta({ id: 'FixedPayCode', description: 'A code that is paid an amount of the shop' })

const TableCode = z
  .object({
    kind: z.literal('table'),
    name: codeName,
    tableId: id.describe('Id of the table whose bill it pays'),
    isEnabled,
  })
  .meta({ id: 'TablePayCode', description: 'A code that pays the bill of a table' })

/** Body of POST and PUT /pay-codes. */
export const PayCodeInput = z.discriminatedUnion('kind', [OpenCode, FixedCode, TableCode])
export type PayCodeInput = Readonly<z.output<typeof PayCodeInput>>

/** A pay code on the wire. */
export const PayCode = z
  .object({
    id: recordId('the pay code; whoever knows it can ask for its invoices'),
    name: z.string().describe('Such as tips'),
    kind: z.enum(['open', 'fixed', 'table']).describe('Who says what is paid'),
    tableId: z.string().optional().describe('Id of the table of a `table` code'),
    amountCents: cents.optional().describe('Of a `fixed` code, in cents'),
    minSat: z.int().nullish().describe('Of an `open` code, in satoshis'),
    maxSat: z.int().nullish().describe('Of an `open` code, in satoshis'),
    isEnabled: z.boolean().describe('Whether it can be paid'),
  })
  .meta({ id: 'PayCode', description: 'A static code that can be paid' })

/** Query of GET /pay-codes/{id}/qr. */
export const QrQuery = z.object({
  format: z.enum(['svg', 'png']).optional().describe('`svg` unless it says `png`'),
})
