import type { Writes } from '../../../shared/platform/dynamodb/write.ts'

/** Records that do not say the same. */
export type Difference = {
  /** What is wrong and what is done about it, or what a person must do. */
  readonly said: string
  readonly subject?: { readonly id: string; readonly name?: string | null }
  /** The writes that mend it; absent where nothing follows from other records. */
  readonly writes?: Writes
}
