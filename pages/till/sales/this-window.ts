import { newId } from '../../../shared/ids.ts'
import type { PendingSale } from './pending-sale.ts'

/** Names this window among those of the browser. */
export const windowId = newId()

const lockOf = (id: string) => `till.window/${id}`

/** Without locks, a sale is left to the window that made it for so long. In ms. */
const patienceMs = 60_000

/** Tells other windows that this one is there, until it is closed. */
export function holdWindow(): void {
  if (!navigator.locks) return
  let release = () => {}
  const hold = () => {
    navigator.locks
      .request(
        lockOf(windowId),
        () =>
          new Promise<void>((resolve) => {
            release = resolve
          }),
      )
      .catch(() => undefined)
  }
  hold()
  // A page that the browser keeps for a way back sells nothing
  addEventListener('pagehide', () => release())
  addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** True while another window of this browser may still be selling a sale. */
export async function isInOtherWindow({ window, madeMs }: PendingSale): Promise<boolean> {
  if (window === undefined || window === windowId) return false
  if (!navigator.locks) return Math.abs(Date.now() - madeMs) < patienceMs
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(window))
}

const handInLock = 'till.hand-in'

/** After so long without the lock its holder is taken for frozen. In ms. */
const frozenMs = 2 * 60_000
/** When another window had the lock in each try since, and at the last try. In ms. */
let heldSinceMs: number | undefined
let triedMs = 0

/**
 * Does something while no other window does it; never waits for one. A second time does no harm,
 * so a window that stands still holds it up for two minutes at most. `act` must stop as the signal says:
 * when the page goes.
 */
export async function alone(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  addEventListener('pagehide', leave)
  const run = async () => {
    heldSinceMs = undefined
    await act(leaving.signal)
  }
  try {
    const nowMs = performance.now()
    if (nowMs - triedMs > frozenMs) heldSinceMs = undefined
    triedMs = nowMs
    if (!navigator.locks || nowMs - (heldSinceMs ?? nowMs) > frozenMs) return await run()
    await navigator.locks.request(handInLock, { ifAvailable: true }, async (lock) => {
      if (lock) await run()
      else heldSinceMs ??= nowMs
    })
  } finally {
    removeEventListener('pagehide', leave)
  }
}
