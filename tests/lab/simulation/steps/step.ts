import type { Invocation } from '../machine/instance.ts'
import type { Findings } from '../proof/records.ts'
import type { Change, MemoryTable } from '../table/table.ts'
import type { Attributes } from '../table/values.ts'

/** Changes that the table commits together, all or none. */
export type Step = {
  readonly changes: readonly Change[]
  /** True if the table deletes expired records, which no function asked for. */
  readonly isExpiry: boolean
  /** Invocation that wrote it; undefined when the table deletes expired records. */
  readonly invocation: Invocation | undefined
  /** The right time, Unix ms. */
  readonly nowMs: number
}

/** Checks what must hold after every step. It looks at the records of the step alone. */
export type StepCheck = (step: Step, findings: Findings) => void

/** Makes a check for a table in its current state; the check may remember earlier steps. */
export type OpenStepCheck = (table: MemoryTable) => StepCheck

/** A record before and after a step, as what it is said to be. */
export type Changed<T> = { readonly before: T | undefined; readonly after: T | undefined }

const told = <T>(item: Attributes | undefined) => item as unknown as T | undefined

/** The changed records of a partition, or of one sort key in all that begin so. */
export function changesOf<T>(
  { changes }: Step,
  { pk, startingWith, sk }: { pk?: string; startingWith?: string; sk?: string },
): Changed<T>[] {
  return changes
    .filter(
      ({ key }) =>
        (pk === undefined || key.pk === pk) &&
        (startingWith === undefined || key.pk.startsWith(startingWith)) &&
        (sk === undefined || key.sk === sk),
    )
    .map(({ before, item }) => ({ before: told<T>(before), after: told<T>(item) }))
}
