import type { Writes } from '../../../shared/platform/dynamodb/write.ts'

/** Records that do not say the same. */
export type Difference = {
  /** Text of the difference, with its repair or a person's task. */
  readonly said: string
  readonly subject?: { readonly id: string; readonly name?: string | null }
  /** The writes that mend it; absent where nothing follows from other records. */
  readonly writes?: Writes
}
