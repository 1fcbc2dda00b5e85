import * as z from 'zod'
import { isoTime, recordId } from '../../platform/validation/fields.ts'

export const ImportKind = z
  .enum(['products', 'dishes', 'suppliers', 'users'])
  .describe('Kind of the rows')
export type ImportKind = z.output<typeof ImportKind>

export const ImportRunInput = z
  .object({
    kind: ImportKind,
    dryRun: z
      .boolean()
      .default(false)
      .describe('Whether rows are only checked, and nothing changes'),
    decimal: z
      .enum([',', '.'])
      .optional()
      .describe(
        'What stands before the fraction of numbers; without it 1.250 is refused, which ' +
          'reads in two ways',
      ),
    confirmRights: z
      .boolean()
      .default(false)
      .describe("Whether rows may raise people's rights"),
  })
  .meta({ id: 'ImportRunInput' })
export type ImportRunInput = Readonly<z.output<typeof ImportRunInput>>

/** The highest number of a part. */
export const maxParts = 1_000

/** Limits of refused rows: kept per part, and shown per run. */
export const maxRefusedOfPart = 100
export const maxRefusedShown = 1_000

const part = z.int().describe(`Number of the part, 1 to ${maxParts}`)

/** Reasons to refuse a row, for pages that say them in their own language. */
export const WhyRefused = z.enum([
  'invalid',
  'repeated',
  'taken',
  'two_readings',
  'decimals',
  'digits_lost',
  'unknown_column',
  'unknown_name',
  'several_have_name',
  'has_variants',
  'more_rights',
  'not_allowed',
  'changed_meanwhile',
])
export type WhyRefused = z.output<typeof WhyRefused>

export const RefusedRow = z
  .object({
    part,
    row: z.int().describe('Line of the table in its part; the header of a CSV is 1'),
    column: z.string().nullable().describe('The column that is to blame, if it is one'),
    reason: z.string().describe('What is wrong, in English'),
    why: WhyRefused.optional().describe(
      'The same as a code; absent in runs of earlier releases',
    ),
  })
  .meta({ id: 'RefusedRow', description: 'A row that was not imported, and why' })
export type RefusedRow = Readonly<z.output<typeof RefusedRow>>

/** Limits of planned rows: bytes kept per part, and rows shown per run. */
export const maxPlannedBytes = 40_000
export const maxPlannedShown = 500

export const PlannedRow = z
  .object({
    part,
    row: z.int().describe('Line of the table in its part; the header of a CSV is 1'),
    outcome: z
      .enum(['added', 'changed'])
      .describe('Whether it adds a record or changes one'),
    changes: z
      .array(
        z.object({
          column: z.string().describe('The column, such as price'),
          from: z.string().describe('What the shop has, as a cell; blank for nothing'),
          to: z.string().describe('What the row says'),
        }),
      )
      .describe('What differs; none for a new record'),
  })
  .meta({ id: 'PlannedRow', description: 'What a row of a dry run would do' })
export type PlannedRow = Readonly<z.output<typeof PlannedRow>>

const status = z.enum(['waiting', 'running', 'done', 'failed'])
const added = z.int().describe('Records that were added, or would be')
const changed = z.int().describe('Records that were changed, or would be')
const refusedCount = z.int().describe('How many rows were refused')

export const ImportPart = z
  .object({
    part,
    status: status
      .exclude(['waiting'])
      .describe(
        'Whether its rows are still imported; `failed` where not all of them were',
      ),
    failure: z
      .string()
      .optional()
      .describe('Why the rest of a part that has failed is not imported, in English'),
    rows: z.int().describe('Rows that it has'),
    rowsDone: z.int().describe('Rows that are behind it'),
    added,
    changed,
    refusedCount,
  })
  .meta({ id: 'ImportPart', description: 'A part of an import run' })
export type ImportPart = z.output<typeof ImportPart>

export const ImportRun = z
  .object({
    id: recordId(),
    kind: ImportKind,
    dryRun: z.boolean().describe('Whether nothing changes'),
    createdAt: isoTime,
    status: status.describe(
      '`waiting` for a part, `running` while a part is imported, `failed` where one has',
    ),
    added,
    changed,
    refused: z
      .array(RefusedRow)
      .describe(
        `The first ${maxRefusedOfPart} refused rows of each part, ${maxRefusedShown} at most`,
      ),
    refusedCount,
    planned: z
      .array(PlannedRow)
      .describe(
        `What the rows of a dry run would do: the first of each part, ${maxPlannedShown} at most`,
      ),
    parts: z.array(ImportPart).describe('Parts that have arrived, by number'),
  })
  .meta({ id: 'ImportRun', description: 'An import in parts, and what became of it' })
export type ImportRun = z.output<typeof ImportRun>
