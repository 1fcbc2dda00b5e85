import { AsyncLocalStorage } from 'node:async_hooks'
import type { Write } from './write.ts'

/** A write that goes with the first transaction of the running work. */
type Carried = { readonly write: Write; isCommitted: boolean }

const running = new AsyncLocalStorage<Carried | undefined>()

/**
 * Runs work whose first transaction carries this write as one more action: it fails when
 * the write's condition does not hold.
 */
export const committedWith = <T>(write: Write, work: () => T): T =>
  running.run({ write, isCommitted: false }, work)

/** Runs work whose transactions carry nothing of the request. */
export const withoutCarried = <T>(work: () => T): T => running.run(undefined, work)

/** Returns the write that the running work's next transaction has to carry. */
export function carriedWrite(): Carried | undefined {
  const carried = running.getStore()
  return carried?.isCommitted ? undefined : carried
}
