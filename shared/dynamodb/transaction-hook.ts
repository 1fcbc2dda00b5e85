import type { Write } from './write.ts'

/** What is written besides, in the same transaction. */
export type TransactionHook = {
  /**
   * Further writes for the transaction that produces a request's response. `response` is
   * undefined for a transaction that produces none.
   */
  readonly alsoWrite: (response: unknown) => readonly Write[]
  /** Called when a transaction with such writes is committed. */
  readonly committed: () => void
}

let registered: TransactionHook = { alsoWrite: () => [], committed: () => {} }

/** Registers the hook of this process. There is one at most: idempotency. */
export const registerTransactionHook = (hook: TransactionHook): void => {
  registered = hook
}

/** The registered hook; one that writes nothing when none was. */
export const transactionHook = (): TransactionHook => registered
