import type { Item } from '../dynamodb/keys.ts'

/** A socket of /ws/payments that has just been admitted. */
export type NewWatcher = {
  readonly connectionId: string
  readonly userId: string
  readonly sessionId: string
  /** Unix ms */
  readonly connectedAtMs: number
}

/** The record of an open socket of /ws/payments. */
export type Watcher = Item &
  NewWatcher & {
    /** Unix seconds; API Gateway ends every socket after two hours. */
    readonly expiresAt: number
  }
