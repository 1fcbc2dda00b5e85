const key = 'office.session'

/**
 * Whether this browser may have a session. Cookies cannot be read here, and asking the shop
 * without one would show its refusals as errors of the page.
 */
export const rememberedSession = {
  isLikely: (): boolean => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      // A browser that keeps nothing has to ask.
      return true
    }
  },
  /** Keeps that a session has begun or ended. */
  keep: (isOpen: boolean): void => {
    try {
      if (isOpen) localStorage.setItem(key, 'open')
      else localStorage.removeItem(key)
    } catch {
      // It asks again, see above.
    }
  },
}
