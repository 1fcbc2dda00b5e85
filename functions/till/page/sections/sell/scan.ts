/** A scanner types its code within this time between keys, in ms; people take longer. */
const maxGapMs = 50
const minLength = 3

/**
 * Finds codes among the keys of a page: a scanner types quickly and ends with Enter. Returns a
 * function that takes each key with its time in ms, and returns a code once it is complete.
 */
export function scanning(): (key: string, atMs: number) => string | undefined {
  let typed = ''
  let lastMs = 0
  return (key, atMs) => {
    if (atMs - lastMs > maxGapMs) typed = ''
    lastMs = atMs
    if (key === 'Enter') {
      const code = typed
      typed = ''
      return code.length >= minLength ? code : undefined
    }
    // Shift and the like are keys of their own.
    if (key.length === 1) typed += key
    return undefined
  }
}
