import { onTestFinished, vi } from 'vitest'

/**
 * Holds what this process asks of a path by `fetch`, such as the node, until it is released
 * or the test ends.
 */
export function holdRequests(path: string) {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { fetch } = globalThis
  let asked = 0
  const held = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url)
    if (pathname !== path) return fetch(url, init)
    asked += 1
    begun.resolve()
    await released.promise
    // Its time may be over by then
    return fetch(url, { ...init, signal: null })
  })
  onTestFinished(() => {
    released.resolve()
    held.mockRestore()
  })
  return {
    /** Once the first of them is held. */
    begun: begun.promise,
    release: released.resolve,
    /** Number of requests. */
    count: () => asked,
  }
}
