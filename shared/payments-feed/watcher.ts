import type { Item } from '../dynamodb/keys.ts'

/** A socket of /ws/payments that has just been admitted. */
export type NewWatcher = {
  readonly connectionId: string
  readonly userId: string
  readonly sessionId: string
  /** Unix ms */
  readonly connectedAtMs: number
}

/** A socket whose record is written: from then on, new frames reach it by fan-out. */
export type AdmittedWatcher = NewWatcher & {
  /** Unix ms */
  readonly admittedAtMs: number
}

/** The record of an open socket of /ws/payments. */
export type Watcher = Item &
  NewWatcher & {
    /** Unix seconds; API Gateway ends every socket after two hours. */
    readonly expiresAt: number
  }
