import { keptFor, takeOver } from './kept.ts'

const mark = keptFor('office')('session', false, (value) =>
  typeof value === 'boolean' ? value : undefined,
)
// Earlier releases have written a word that is not JSON
takeOver('office.session', () => mark.set(true))

/** A browser in need of room may drop kept values, and not the cookies. */
const copyKey = 'lightning-pos.session'

/**
 * Guess if this browser has a session. Cookies cannot be read here, and asking the shop
 * without one would show its refusals as errors of the page.
 */
export const rememberedSession = {
  isLikely: (): boolean => mark.get() || hasCopy(),
  /** Keeps that a session has begun or ended. */
  keep: (isOpen: boolean): void => {
    void mark.set(isOpen)
    try {
      if (isOpen) localStorage.setItem(copyKey, 'open')
      else localStorage.removeItem(copyKey)
    } catch {
      // The browser keeps nothing
    }
  },
}

function hasCopy(): boolean {
  try {
    return localStorage.getItem(copyKey) !== null
  } catch {
    return false
  }
}
