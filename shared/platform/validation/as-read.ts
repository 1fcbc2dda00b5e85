import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { Failure } from '../../failure.ts'

const IfWas = z
  .object({
    ifWas: z
      .looseObject({})
      .optional()
      .describe('Fields as they were read; refused if one has changed'),
  })
  .meta({ id: 'IfWas' })

/** Adds to the schema of a change what its client has read of the record, if it says so. */
export const withAsRead = <Schema extends z.ZodType>(schema: Schema) => schema.and(IfWas)

export type AsRead = Readonly<Record<string, unknown>> | undefined

/**
 * Throws `recordChanged` unless the fields of a record are as its client read them. The values
 * are compared, not a count of changes, for earlier releases would not count theirs.
 */
export function refuseIfChanged(ifWas: AsRead, shown: object): void {
  const now: Readonly<Record<string, unknown>> = { ...shown }
  const isSame = Object.entries(ifWas ?? {}).every(([field, value]) =>
    isDeepStrictEqual(now[field] ?? null, value),
  )
  if (!isSame) throw new Failure('recordChanged')
}
